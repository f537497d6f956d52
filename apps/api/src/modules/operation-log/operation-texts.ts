import type { Language } from '@consilium/contract/errors.ts'
import { operations } from '@consilium/contract/routes.ts'
import { OPERATOR_TEXTS } from './by-operator.ts'

/** In English the text is the summary in the API document. */
const summaries: ReadonlyMap<string, string> = new Map(
  operations.map(({ name, route }) => [name, route.summary]),
)

const MODULES: Readonly<Record<string, string>> = {
  account: '账号',
  agreement: '劳务协议',
  attendee: '参会专家',
  audit: '操作日志',
  executionIntent: '专家报名',
  expert: '专家',
  meeting: '会议',
  meetingAuditLog: '资料审核记录',
  meetingExecutor: '会议执行记录',
  meetingInvoice: '会议发票',
  meetingMaterial: '会议资料',
  meetingSupervisor: '会议督导记录',
  organization: '单位',
  person: '人员',
  plan: '项目方案',
  project: '项目',
  publicityExecution: '公示执行意向',
  publicitySupport: '公示支持意向',
  specialPlan: '专项方案',
  supportIntent: '支持意向',
}

/** Actions that several modules share; the module's name follows. */
const ACTIONS: Readonly<Record<string, string>> = {
  archive: '归档或取消归档：',
  changeStatus: '变更状态：',
  create: '新建',
  export: '导出',
  remove: '删除',
  submit: '提交',
  update: '修改',
}

/** Operations that belong to one module. */
const OPERATIONS: Readonly<Record<string, string>> = {
  'account.challenge': '获取人机验证',
  'account.changeOwnPhone': '更换自己的手机号',
  'account.changePassword': '修改自己的密码',
  'account.changeName': '修改自己的姓名',
  'account.forgottenPassword': '忘记密码后用验证码重设密码',
  'account.login': '用户名密码登录',
  'account.logout': '退出登录',
  'account.passwordCode': '发送设置密码的验证码',
  'account.phoneCode': '发送更换手机号的验证码',
  'account.replacePhone': '为账号更换手机号',
  'account.resetPassword': '重置账号密码',
  'account.smsCode': '发送短信验证码',
  'account.smsLogin': '短信验证码登录',
  'agreement.contract': '签署第二步：生成协议正文',
  'agreement.createTemplate': '新建协议模板',
  'agreement.fill': '签署第一步：填写身份与收款信息',
  'agreement.pdf': '下载已签署的协议',
  'agreement.previewTemplate': '预览协议模板',
  'agreement.removeTemplates': '删除协议模板',
  'agreement.decline': '不同意协议变更',
  'agreement.sign': '签署第三步：手写签名',
  'agreement.signCode': '发送签署验证码',
  'agreement.updateTemplate': '修改协议模板',
  'attendee.create': '添加参会专家',
  'attendee.withdrawAmendment': '撤回劳务费变更',
  'attendee.remove': '移除参会专家',
  'attendee.reply': '答复会议邀请',
  'calendar.renewFeed': '更换日历订阅地址',
  'calendar.endFeed': '停用日历订阅',
  'consent.give': '同意使用身份与银行信息',
  'consent.withdraw': '撤回使用身份与银行信息的同意',
  'attendee.readSheet': '读取参会专家表格',
  'attendee.remind': '提醒专家签署',
  'laborPayment.file': '个税申报',
  'laborPayment.personnelFile': '导出个税人员信息表',
  'laborPayment.record': '登记劳务付款',
  'laborPayment.reverse': '冲销劳务付款',
  'laborPayment.vatFile': '导出增值税明细',
  'laborPayment.withholdingFile': '导出个税扣缴申报表',
  'cashDifference.export': '导出待退补款项',
  'cashDifference.settle': '登记退补结清',
  'listView.create': '保存列表视图',
  'listView.remove': '删除列表视图',
  'listView.update': '修改列表视图',
  'taxFiling.file': '下载已申报的文件',
  'seal.change': '设置单位印章',
  'seal.remove': '删除单位印章',
  'seal.seal': '付款方盖章',
  'taxSettings.change': '修改付款单位的涉税设置',
  'budget.allocate': '分配会议预算',
  'budget.askChange': '申请调整项目预算',
  'budget.decideChange': '审批预算调整',
  'budget.plan': '设定项目预算',
  'cap.createPolicy': '新增劳务上限与标准版本',
  'cap.declare': '提交年度利益声明',
  'cap.setPost': '设置专家的学会职务',
  'dictionary.createData': '新增字典值',
  'dictionary.createType': '新建字典',
  'dictionary.removeData': '删除字典值',
  'dictionary.removeTypes': '删除字典',
  'dictionary.updateData': '修改字典值',
  'dictionary.updateType': '重命名字典',
  'executionIntent.create': '报名项目',
  'expert.identity': '查看身份证号与银行账号全文',
  'expert.register': '专家注册',
  'expert.updateMe': '修改自己的资料',
  'gate.askWaiver': '申请豁免会议检查项',
  'gate.applyPreset': '启用会议关卡预设规则',
  'gate.createPolicy': '新增会议关卡规则版本',
  'gate.decideWaiver': '审批豁免申请',
  'file.upload': '上传文件',
  'file.getPersonal': '打开含个人信息的文件',
  'laborFee.calculate': '计算劳务费',
  'meeting.changeStage': '变更会议阶段',
  'message.markRead': '将消息标为已读',
  'message.readAll': '将全部消息标为已读',
  'organization.registerExecutor': '执行单位注册',
  'organization.registerSponsor': '申办方注册',
  'passkey.create': '添加通行密钥',
  'passkey.createOptions': '开始添加通行密钥',
  'passkey.login': '通行密钥登录',
  'passkey.loginOptions': '开始通行密钥登录',
  'passkey.remove': '移除通行密钥',
  'passkey.rename': '重命名通行密钥',
  'person.changeRole': '变更人员角色',
  'person.import': '从 Excel 导入人员',
  'plan.audit': '审核项目方案',
  'plan.create': '提交项目方案',
  'project.assignExecutors': '指派执行单位',
  'project.assignSponsors': '指派申办方',
  'project.evaluate': '项目评分',
  'projectPicture.arrange': '排列公示图片',
  'projectPicture.create': '添加公示图片',
  'projectPicture.list': '查看公示图片',
  'projectPicture.remove': '删除公示图片',
  'project.setLead': '指定项目负责人',
  'recognition.retry': '重新识别发票',
  'recognition.submit': '提交发票识别',
  'secondFactor.beginTotp': '开始绑定身份验证器',
  'secondFactor.confirm': '再次验证身份',
  'secondFactor.confirmOptions': '开始用通行密钥验证身份',
  'secondFactor.confirmTotp': '绑定身份验证器',
  'secondFactor.login': '登录第二步：两步验证',
  'secondFactor.removeTotp': '停用身份验证器',
  'secondFactor.renewRecoveryCodes': '重新生成恢复码',
  'secondFactor.reset': '重置账号的两步验证',
  'session.end': '结束自己的登录会话',
  'session.endOf': '结束账号的全部登录',
  'session.endOthers': '结束自己的其他登录',
  'signedAgreement.historyPdf': '下载已被替代的协议',
  'signedAgreement.verifyFile': '查验协议文件',
  'supportIntent.create': '提交支持意向',
}

function chineseOf(operation: string): string | undefined {
  const [module = '', action = ''] = operation.split('.')
  const [verb, noun] = [ACTIONS[action], MODULES[module]]
  return OPERATIONS[operation] ?? (verb && noun && verb + noun)
}

/** What follows in a summary of the reference are conditions and effects. */
const SUMMARY_END = /[;:]/

/** The text of an operation, `module.action`; an operation that no longer exists is shown by its name. */
export const operationText = (operation: string, language: Language): string =>
  OPERATOR_TEXTS[operation]?.[language] ??
  (language === 'zh-CN' ? chineseOf(operation) : undefined) ??
  summaries.get(operation)?.split(SUMMARY_END)[0] ??
  operation

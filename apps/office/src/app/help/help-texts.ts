import { defineTexts } from '../../lib/texts.ts'

/** What each page of the menu is for and how it is used, by the entries of the menu. */
export const helpTexts = defineTexts('help', {
  title: ['帮助', 'Help'],
  thisPage: ['本页', 'This page'],
  keys: ['键盘快捷键', 'Keys'],
  news: ['最近更新', 'What is new'],
  general: [
    '按 Ctrl+K 可从任何页面查找；列表的筛选、排序和列可保存为视图。',
    'Ctrl+K searches from everywhere; filters, order and columns of a list can be saved as a view.',
  ],
  home: [
    '按类别列出等您处理的事项，点类别逐条处理；下方是近期会议和统计。',
    'What waits for you, by kind: open a kind to go through it one by one. Below are the next meetings and the figures.',
  ],
  projects: [
    '新建项目后指派申办方、执行单位和负责人；项目预算在项目页的“项目预算”中申请和调整。',
    'Create a project, then assign sponsors, executors and a lead. Its budget is planned on its own page.',
  ],
  meetings: [
    '可按会议时间、阶段和编号筛选；勾选多场可一起进入下一阶段。会议页的每个标签是一类工作：名单、资料、发票、阶段要求。',
    'Filter by day, stage or number, and advance many at once. Each tab of a meeting is one kind of work: list, materials, invoices, requirements.',
  ],
  laborPayments: [
    '待付款列出已约定未付的劳务费；满足付款条件的可以登记付款，税额在登记前显示。',
    'Payables are agreed fees that are not paid. Those that meet the conditions can be recorded; the tax is shown before.',
  ],
  waivers: [
    '不能满足的要求由一人申请豁免、另一人批准；批准后会议可进入下一阶段。',
    'One person asks for a waiver of a requirement, another decides. Once approved, the meeting can advance.',
  ],
  messages: [
    '同一记录的同类消息会合并为一条，点“另有 n 条”展开。',
    'Messages of one kind about one record stand as one; “more” opens them.',
  ],
  plans: [
    '审核专家和单位提交的项目方案。',
    'Review the plans that experts and organizations have submitted.',
  ],
  specialPlans: ['管理专项方案及其附件。', 'Special plans and their files.'],
  supportIntents: ['处理申办方对项目的支持意向。', 'Offers of sponsors to support a project.'],
  executionIntents: [
    '处理专家的报名，接受后可邀请参会。',
    'Applications of experts; once accepted, they can be invited.',
  ],
  publicity: [
    '访客在公示页提交的意向和报名；同一手机号的重复提交会标出。',
    'What visitors have sent from the public pages. Repetitions from one phone are marked.',
  ],
  experts: [
    '可按姓名、手机号、单位查找；审核通过的专家才能签署协议。',
    'Find by name, phone or workplace. Only approved experts can sign.',
  ],
  declarations: [
    '专家声明的利益关系，邀请时会提示。',
    'Declared interests of experts, which are shown when they are invited.',
  ],
  organizations: [
    '申办方与执行单位；付款单位的计税设置和印章在单位页维护。',
    'Sponsors and executors. Tax settings and seals of payers are kept on their pages.',
  ],
  persons: [
    '单位的人员账号，可用 Excel 批量导入。',
    'The people of organizations; many are imported from a sheet.',
  ],
  templates: [
    '劳务协议的模板；占位符在签署时填入。',
    'Templates of the labor agreement; placeholders are filled when it is drawn up.',
  ],
  caps: [
    '劳务费标准、上限和时间规则，按生效日期保留历史版本。',
    'Tiers, caps and times of fees, kept by the day on which they take effect.',
  ],
  gatePolicies: [
    '各阶段须满足的要求，按生效日期保留历史版本。',
    'What each stage requires, kept by the day on which it takes effect.',
  ],
  accounts: [
    '平台账号与角色；停用后立即退出登录。',
    'Accounts of the platform and their roles. A disabled one is logged out at once.',
  ],
  dictionaries: [
    '下拉选项的名称与顺序；内置的值不能删除。',
    'Names and order of choices; built-in values stay.',
  ],
  operationLog: [
    '谁在何时做了什么；可按操作、账号筛选，点漏斗只看某条记录。',
    'Who did what and when. Filter by operation and account; the funnel shows one record alone.',
  ],
  approvals: [
    '待您审批、已审批和您提交的申请；打开一条可同意、退回、转交或加签，也可勾选多条一起审批。',
    'What you are asked to decide, what you decided and what you asked for. Decide, send back, pass on or add a signer; many can be decided together.',
  ],
  approvalPolicies: [
    '按步骤规定谁审批、需几人、多久内完成；新流程从生效日起用于新的申请。',
    'Who decides in which order, how many of them and within which time. A new version counts for requests from its day on.',
  ],
  hospitals: [
    '医院名录，可用 Excel 导入；专家填写的单位与名录匹配，不确定的在此确认，重复的可合并。',
    'The list of hospitals, imported from a sheet. Workplaces are matched with it; settle what is unclear and merge duplicates.',
  ],
  dimensions: [
    '产品、成本中心和部门，可用 Excel 导入；项目和会议可按它们筛选，上限可按产品设置。',
    'Products, cost centres and departments, imported from a sheet. Projects and meetings are filtered by them, and caps may be set by product.',
  ],
  bankBranches: [
    '导入联行号目录后，需要联行号的银行文件会按开户行自动填写。',
    'With a directory of clearing codes, bank files that need them are filled by bank and branch.',
  ],
  invoiceVerification: [
    '发票查验的次数、费用和结果；超出限额时在此可见。',
    'How many invoices were verified, at what cost and with what result, and whether a limit was reached.',
  ],
  deliveries: [
    '短信、邮件和群机器人的发送记录；失败的可查看原因并重新发送。',
    'What was sent by text message, mail and bot. Failures tell their reason and can be sent again.',
  ],
  reminderRules: [
    '规定何时自动提醒谁；可选一场会议预览会提醒哪些人。',
    'Who is reminded when. Choose a meeting to see who would be.',
  ],
  supportOffers: ['贵单位对项目的支持意向。', 'What your organization has offered to projects.'],
  keySearch: ['查找', 'Search'],
  keyHelp: ['打开帮助', 'This help'],
  keyClear: ['取消选择、关闭对话框', 'Clear the selection, close a dialog'],
  keyNext: ['保存金额并编辑下一位', 'Save a fee and go to the next'],
  keyCalendar: ['在日期框中打开日历', 'Open the calendar of a date'],
  newsApprovals: [
    '审批可分多步、限时完成；外出时可委托他人，逾期自动升级。',
    'Approvals have steps and due times; a delegate decides while you are away, and what is late goes further.',
  ],
  newsBatches: [
    '付款批次：挑选、锁定、由第二人放行，下载银行文件并导入回单。',
    'Payment batches: pick, lock, release by a second person, download the bank file and import its answer.',
  ],
  newsDoor: [
    '会场扫码签到，离线也可登记；线上会议可导入参会记录。',
    'Sign-in by a code at the door, also without a network; records of online meetings are imported.',
  ],
  newsNotices: [
    '通知可经短信、邮件和群机器人送达，每人可设渠道和免打扰时段。',
    'Notices arrive by text message, mail and group bot; each person chooses channels and quiet hours.',
  ],
  newsRules: [
    '申办方可制定自己的上限、标准和阶段要求，并预览会影响哪些会议。',
    'Sponsors set caps, tiers and requirements of their own, and see beforehand which meetings these change.',
  ],
  newsFinding: [
    '可用拼音首字母或全拼查找，如输入 zw 找到张伟。',
    'Names are found by pinyin: zw finds 张伟.',
  ],
})

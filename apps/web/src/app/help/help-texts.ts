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
  keySearch: ['查找', 'Search'],
  keyHelp: ['打开帮助', 'This help'],
  keyClear: ['取消选择、关闭对话框', 'Clear the selection, close a dialog'],
  keyNext: ['保存金额并编辑下一位', 'Save a fee and go to the next'],
  keyCalendar: ['在日期框中打开日历', 'Open the calendar of a date'],
  newsRows: [
    '会议各标签一屏可见更多行，完成的要求合为一行，筛选为一行。',
    'More rows of every list at once: finished requirements are one line, filters one row.',
  ],
  newsConflicts: [
    '两人修改同一处时，会并列显示双方内容供您选择。',
    'Where two people change the same, both values are shown and you choose.',
  ],
  newsMany: [
    '可按会议时间筛选；多场会议可一起进入下一阶段。',
    'Meetings are filtered by their day, and many advance at once.',
  ],
  newsPaste: [
    '批量添加专家时，重复、已在名单中和新专家会先标出。',
    'Bulk add marks duplicates, listed and new experts before anything is sent.',
  ],
})

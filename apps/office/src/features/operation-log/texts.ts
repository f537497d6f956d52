import { defineTexts } from '../../lib/texts.ts'

export const operationLogTexts = defineTexts('operationLog', {
  emptyHint: [
    '还没有操作记录。登录、修改和审核都会记录在这里。',
    'No entries yet. Logins, changes and reviews are recorded here.',
  ],
  title: ['操作日志', 'Operation log'],
  operTime: ['时间', 'Time'],
  operation: ['操作代码', 'Operation code'],
  summary: ['操作', 'Operation'],
  userName: ['账号', 'Account'],
  target: ['操作对象', 'Record'],
  onlyThis: ['只看{{record}}', 'Only {{record}}'],
  result: ['结果', 'Result'],
  succeeded: ['成功', 'Succeeded'],
  failed: ['失败', 'Failed'],
  error: ['错误代码', 'Error code'],
  ip: ['IP 地址', 'IP'],
  requestId: ['请求编号', 'Request ID'],
})

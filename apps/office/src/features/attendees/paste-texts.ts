import { defineTexts } from '../../lib/texts.ts'

export const pasteTexts = defineTexts('pasted-experts', {
  pasted: ['名单', 'List'],
  chooseSheet: ['从 Excel 或 CSV 文件读取', 'Read an Excel or CSV file'],
  template: ['下载模板', 'Download a template'],
  templateName: ['参会专家', 'experts'],
  titles: ['手机号,姓名,工作单位,劳务形式,应付金额', 'Phone,Name,Workplace,Service type,Payable'],
  hint: [
    '从表格复制后粘贴，每行一位：手机号必填，姓名、工作单位、劳务形式、应付金额可选；有表头时按表头识别，没有时顺序不限；一次最多 {{count}} 行。',
    'Paste from a spreadsheet, one expert per line. The phone is required. Name, workplace, service type and payable may follow in any order, or in columns with titles. Up to {{count}} lines at once.',
  ],
  example: [
    '13800138000\t王堃\t协和医院\t讲课\t5000',
    '13800138000\tKun Wang\tUnion Hospital\tLecture\t5000',
  ],
  ignored: ['未采用：{{text}}', 'Not used: {{text}}'],
  unreadable: ['无法识别，请修改：{{text}}', 'Cannot be read, please correct: {{text}}'],
  noPhone: ['第 {{line}} 行没有手机号', 'No phone in line {{line}}'],
  result: ['结果', 'Result'],
  added: ['已添加', 'Added'],
  notAdded: ['未添加', 'Not added'],
  repeated: ['重复', 'Duplicate'],
  repeatedOf: ['与第 {{line}} 行手机号相同，不会添加', 'Same phone as line {{line}}; will not be added'],
  listed: ['已在名单中', 'Already on the list'],
  newExpert: ['新专家，添加时将建立账号', 'New expert; an account will be opened'],
  newNameless: ['新专家，请补充姓名', 'New expert; please add the name'],
  addCount_one: ['添加 {{count}} 位', 'Add {{count}} expert'],
  addCount_other: ['添加 {{count}} 位', 'Add {{count}} experts'],
  done: ['已添加 {{added}} 位，{{failed}} 位未添加', '{{added}} added, {{failed}} not added'],
})

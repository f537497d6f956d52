import { defineTexts } from '../../lib/texts.ts'

export const conferenceTexts = defineTexts('conference', {
  import: ['导入线上参会记录', 'Import online attendance'],
  hint: [
    '上传腾讯会议导出的参会成员表（xlsx或csv），其他会议软件可在下方指定列。按昵称匹配参会专家；重名或多人共用一个账号的，由您确认是谁。重复导入不会重复计入。',
    'Upload the attendance list that Tencent Meeting (腾讯会议) exports (xlsx or csv); for other tools say which column is which. Experts are found by their nickname. Where names are alike, or several people share one device, you say who was there. The same file uploaded again changes nothing.',
  ],
  choose: ['选择文件', 'Choose a file'],
  again: ['按所选列导入', 'Import with these columns'],
  columns: ['请指定各列', 'Which column is which?'],
  noColumn: ['无此列', 'None'],
  rowNumber: ['行', 'Row'],
  result: ['结果', 'Result'],
  person: ['专家', 'Expert'],
  counts: [
    '共{{all}}行：计入{{matched}}，待确认{{review}}，不在名单{{unknown}}，此前已导入{{already}}，未导入{{refused}}',
    '{{all}} rows: {{matched}} counted, {{review}} to settle, {{unknown}} not attendees, {{already}} imported before, {{refused}} not imported',
  ],
  openRows: ['待确认是谁', 'Who are these?'],
  stay: ['{{from}} 至 {{to}}', '{{from}} – {{to}}'],
  who: ['参会专家', 'Attendees'],
  count: ['计入', 'Count'],
  dismiss: ['不计入', 'Do not count'],
})

import { defineTexts } from '../../lib/texts.ts'

export const dimensionTexts = defineTexts('dimensions', {
  title: ['产品与核算维度', 'Products and dimensions'],
  subtitle: [
    '项目和会议可选用的产品、成本中心和部门',
    'Products, cost centres and departments that projects and meetings carry',
  ],
  emptyHint: [
    '还没有产品、成本中心或部门。可以从 Excel 导入，也可以逐个新建。',
    'No products, cost centres or departments yet. Import them from Excel or add them one by one.',
  ],
  create: ['新建条目', 'New entry'],
  edit: ['编辑条目', 'Edit entry'],
  sponsor: ['申办方', 'Sponsor'],
  kind: ['类别', 'Kind'],
  code: ['编码', 'Code'],
  codeHint: ['同一类别内不重复，不区分大小写和全角半角', 'Once in its kind; case and width do not matter'],
  name: ['名称', 'Name'],
  status: ['状态', 'Status'],
  disabledHint: [
    '停用后不能再选用，已选用的项目和会议不变',
    'A disabled entry cannot be chosen; what carries it keeps it',
  ],
  showProjects: ['查看项目', 'Show the projects'],
  showMeetings: ['查看会议', 'Show the meetings'],
  import: ['从 Excel 导入', 'Import from Excel'],
  importSteps: [
    '选择类别，下载模板，每行填写一项，最多2000行。编码已存在的更新名称和状态；有问题的行不导入，其余照常导入。',
    'Choose the kind, download the template and fill in one entry a row, at most 2,000. A known code updates its entry. Rows with a problem are left out, all others are imported.',
  ],
  fields: ['产品与核算', 'Products and cost'],
  projectHint: ['不选表示不限', 'Nothing chosen means any'],
  meetingHint: ['不选则沿用项目：{{names}}', 'Nothing chosen: those of the project ({{names}})'],
  meetingFree: ['项目未限定，可不选', 'The project has none; optional'],
  noSponsor: [
    '先指定申办方，再选择其产品、成本中心和部门',
    'Assign sponsors first, then choose among their entries',
  ],
})

import { defineTexts } from '../../lib/texts.ts'

export const dictionaryTexts = defineTexts('dictionaries', {
  emptyValues: ['还没有值。新增的值可在表单中选择。', 'No values yet. Added values can be chosen in forms.'],
  emptyDays: [
    '还没有日期。提醒按这里的日期计算工作日。',
    'No days yet. Reminders count working days by them.',
  ],
  day: ['日期', 'Date'],
  emptyClosed: ['还没有值。', 'No values yet.'],
  emptyTypes: [
    '还没有字典。字典中的值是表单里的可选项。',
    'No dictionaries yet. Their values are the choices of forms.',
  ],
  title: ['字典', 'Dictionaries'],
  create: ['新建字典', 'New dictionary'],
  rename: ['重命名', 'Rename'],
  dictType: ['字典键', 'Key'],
  dictTypeHint: ['字母开头，可含数字与下划线', 'Starts with a letter; letters, digits and underscores'],
  dictName: ['名称（中文）', 'Name (Chinese)'],
  dictNameEn: ['名称（英文）', 'Name (English)'],
  builtIn: ['内置', 'Built in'],
  own: ['自定义', 'Custom'],
  kind: ['来源', 'Source'],
  values: ['字典值：{{name}}', 'Values: {{name}}'],
  newValue: ['新增字典值', 'New value'],
  editValue: ['编辑字典值', 'Edit value'],
  dictValue: ['值', 'Value'],
  dictLabel: ['标签（中文）', 'Label (Chinese)'],
  dictLabelEn: ['标签（英文）', 'Label (English)'],
  dictSort: ['排序', 'Order'],
  closed: [
    '该字典的值由系统固定，不能新增或删除，只能修改显示名称和排序。',
    'The values of this dictionary are fixed and cannot be added or deleted. Only labels and order can be changed.',
  ],
})

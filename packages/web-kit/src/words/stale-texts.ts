import { defineTexts } from '../texts.ts'

export const staleTexts = defineTexts('stale', {
  stale: ['该记录已被他人修改', 'Somebody else has changed this record'],
  changedBy: ['{{name}} 于 {{time}} 修改了这条记录。', '{{name}} changed this record at {{time}}.'],
  changedFields: ['对方修改了：{{fields}}。', 'They changed: {{fields}}.'],
  staleHint: [
    '加载最新内容后，您填写的内容会保留，可再次保存。',
    'Load the latest version. What you entered is kept, and you can save again.',
  ],
  loadNewest: ['加载最新内容并保留我的修改', 'Load the latest version and keep my changes'],
  loadedNewest: [
    '已加载最新内容，请核对后再次保存',
    'The latest version is loaded. Check it and save again.',
  ],
  bothChanged: ['你们修改了同一处，请选择', 'You both changed the same. Please choose'],
  theirs: ['对方的', 'Theirs'],
  mine: ['我的', 'Mine'],
  nothing: ['（空）', '(empty)'],
  use: ['采用所选内容', 'Use what is chosen'],
  later: ['返回表单', 'Back to the form'],
  comma: ['、', ', '],
})

import { defineTexts } from '../../lib/texts.ts'

export const templateTexts = defineTexts('templates', {
  emptyHint: [
    '还没有协议模板。劳务协议按模板生成，请先新建一个。',
    'No templates yet. Every agreement is made from a template, so begin here.',
  ],
  title: ['协议模板', 'Agreement templates'],
  create: ['新建模板', 'New template'],
  edit: ['编辑模板', 'Edit template'],
  templateName: ['模板名称', 'Template name'],
  content: ['正文', 'Text'],
  contentHint: ['每行一段；点击下方占位符插入', 'One paragraph per line; click a placeholder to insert it'],
  isDefault: ['默认模板', 'Default template'],
  isDefaultHint: [
    '会议未指定模板、项目的申办方也没有自己的模板时使用',
    'Used when a meeting names no template and the sponsor of its project has none of its own',
  ],
  isDefaultHintSponsor: [
    '本单位项目的会议使用；项目有多个申办方各有模板时，使用平台模板',
    'Used for meetings of your projects; where several sponsors of a project have their own, the platform’s is used',
  ],
  owner: ['所属', 'Owner'],
  validFrom: ['默认模板生效日', 'Default from'],
  validFromHint: [
    '留空表示立即生效；自该日起生成的协议使用本模板，已签署的协议不变',
    'Empty: at once. Agreements drawn up from that day on use it; signed ones stay as they are',
  ],
  always: ['一直', 'Always'],
  inForce: ['当前生效', 'In force'],
  placeholders: ['占位符', 'Placeholders'],
  insert: ['插入 {{name}}', 'Insert {{name}}'],
  preview: ['预览', 'Preview'],
  previewHint: ['以示例信息填充', 'Filled in with sample data'],
  previewEmpty: ['填写正文后在此预览', 'Your text appears here as the expert will read it.'],
  unknown: ['未知的占位符：{{names}}', 'Unknown placeholders: {{names}}'],
  missing: ['文档字体缺少：{{characters}}', 'The document font lacks: {{characters}}'],
})

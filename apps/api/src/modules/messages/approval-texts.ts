import { APPROVAL_KIND_LABELS, type ApprovalKind } from '@consilium/contract/approvals/approval-kinds.ts'
import type { Language } from '@consilium/contract/errors.ts'
import type { Entry, MessageParams } from './text-entry.ts'

const kindOf = ({ approval = '' }: MessageParams, language: Language): string =>
  APPROVAL_KIND_LABELS[approval as ApprovalKind]?.[language] ?? approval

const RESULTS: Readonly<Record<string, Record<Language, string>>> = {
  approved: { 'zh-CN': '已通过', en: 'was approved' },
  refused: { 'zh-CN': '已驳回', en: 'was rejected' },
  stale: { 'zh-CN': '因内容变更已作废', en: 'has ended, since its content has changed' },
  sentBack: { 'zh-CN': '已退回，请补充说明', en: 'was sent back and waits for your answer' },
}
const resultOf = ({ status = '' }: MessageParams, language: Language): string =>
  RESULTS[status]?.[language] ?? status

const SHORT_RESULTS: Readonly<Record<string, Record<Language, string>>> = {
  approved: { 'zh-CN': '已通过', en: 'approved' },
  refused: { 'zh-CN': '已驳回', en: 'rejected' },
  stale: { 'zh-CN': '已作废', en: 'ended' },
  sentBack: { 'zh-CN': '已退回', en: 'sent back' },
}
const shortResultOf = ({ status = '' }: MessageParams, language: Language): string =>
  SHORT_RESULTS[status]?.[language] ?? status

export const approvalAsked: Entry = {
  'zh-CN': (params) => ({
    title: `待您审批：${kindOf(params, 'zh-CN')}（${params['title'] ?? ''}）`,
    content: `“${params['title'] ?? ''}”的${kindOf(params, 'zh-CN')}申请正在等待您审批。${
      params['isFallback'] ? '该步骤目前没有其他可审批的人员，因此转由您处理。' : ''
    }`,
  }),
  en: (params) => ({
    title: `To approve: ${kindOf(params, 'en')} (${params['title'] ?? ''})`,
    content: `${kindOf(params, 'en')}: “${params['title'] ?? ''}” waits for your decision.${
      params['isFallback'] ? ' Nobody else is left who could decide it, so you are asked.' : ''
    }`,
  }),
}

export const approvalEnded: Entry = {
  'zh-CN': (params) => ({
    title: `${kindOf(params, 'zh-CN')}${shortResultOf(params, 'zh-CN')}：${params['title'] ?? ''}`,
    content: `“${params['title'] ?? ''}”的${kindOf(params, 'zh-CN')}申请${resultOf(params, 'zh-CN')}。`,
  }),
  en: (params) => ({
    title: `${kindOf(params, 'en')} ${shortResultOf(params, 'en')}: ${params['title'] ?? ''}`,
    content: `${kindOf(params, 'en')}: “${params['title'] ?? ''}” ${resultOf(params, 'en')}.`,
  }),
}

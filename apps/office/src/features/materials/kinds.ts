import type { MaterialRecord } from '@consilium/contract/materials/material-record.ts'
import type { materialRoutes } from '@consilium/contract/materials/materials.ts'
import type { materialTexts } from './texts.ts'

type TextKey = keyof (typeof materialTexts)['pairs']
export type KindName = Exclude<keyof typeof materialRoutes, 'meetingInvoice'>

/** A field of a kind: the label has its name; a dictionary provides the labels of enums. */
export type KindField = { name: Extract<TextKey, string> } & (
  | { as: 'line' | 'text' | 'phone' | 'time' }
  | { as: 'choice'; dictionary: string }
)

export interface Kind {
  name: KindName
  /** What one of its records is called. */
  one: Extract<TextKey, `one${string}`>
  /** The first field is the title of a record. */
  fields: readonly KindField[]
  /** Columns of the table in order. */
  columns: readonly TextKey[]
  /** Text filter of the list, besides the choices. */
  search: TextKey
  /** Initial values of a new record. */
  initial: Record<string, string>
}

/** The fields of each kind of record; everything else is common to all kinds. */
export const KINDS: readonly Kind[] = [
  {
    name: 'meetingMaterial',
    one: 'oneMeetingMaterial',
    fields: [
      { name: 'title', as: 'line' },
      { name: 'materialType', as: 'choice', dictionary: 'material_type' },
      { name: 'description', as: 'text' },
    ],
    columns: ['title', 'materialType', 'description'],
    search: 'title',
    initial: { materialType: 'signIn' },
  },
  {
    name: 'meetingExecutor',
    one: 'oneMeetingExecutor',
    fields: [
      { name: 'taskName', as: 'line' },
      { name: 'personName', as: 'line' },
      { name: 'phone', as: 'phone' },
      { name: 'workTime', as: 'time' },
      { name: 'workContent', as: 'text' },
    ],
    columns: ['taskName', 'personName', 'workTime', 'workContent'],
    search: 'taskName',
    initial: {},
  },
  {
    name: 'meetingSupervisor',
    one: 'oneMeetingSupervisor',
    fields: [
      { name: 'supervisorName', as: 'line' },
      { name: 'supervisionMode', as: 'choice', dictionary: 'supervision_mode' },
      { name: 'supervisionTime', as: 'time' },
      { name: 'conclusion', as: 'choice', dictionary: 'supervision_conclusion' },
      { name: 'findings', as: 'text' },
    ],
    columns: ['supervisorName', 'supervisionMode', 'supervisionTime', 'conclusion', 'findings'],
    search: 'supervisorName',
    initial: { conclusion: 'normal' },
  },
  {
    name: 'meetingAuditLog',
    one: 'oneMeetingAuditLog',
    fields: [
      { name: 'auditItem', as: 'line' },
      { name: 'auditResult', as: 'choice', dictionary: 'audit_result' },
      { name: 'auditTime', as: 'time' },
      { name: 'auditOpinion', as: 'text' },
    ],
    columns: ['auditItem', 'auditResult', 'auditTime', 'auditOpinion'],
    search: 'auditItem',
    initial: { auditResult: 'passed' },
  },
]

/** A record of any kind: the common fields, and its own by name. */
export type AnyRecord = MaterialRecord & Record<string, unknown>

export const textOfField = (record: AnyRecord, name: string): string | null => {
  const value = record[name]
  return typeof value === 'string' ? value : null
}

/** A column of sealed values, each bound to table, column and the row's key (`infra/keys.ts`). */
export interface SealedColumn {
  table: 'expert' | 'labor_agreement' | 'stored_file' | 'totp_factor'
  /** The column that names the row. */
  key: string
  column: string
  /** What values were sealed for before they were bound to their place; null where there are none such. */
  formerPurpose: string | null
}

/** All of them: what stands here is sealed anew when the master key changes. A test compares it with the schema. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'expert', key: 'expert_id', column: 'id_card_cipher', formerPurpose: 'expert.idCard' },
  { table: 'expert', key: 'expert_id', column: 'bank_account_cipher', formerPurpose: 'expert.bankAccount' },
  {
    table: 'labor_agreement',
    key: 'attendee_id',
    column: 'id_card_cipher',
    formerPurpose: 'agreement.idCard',
  },
  {
    table: 'labor_agreement',
    key: 'attendee_id',
    column: 'bank_account_cipher',
    formerPurpose: 'agreement.bankAccount',
  },
  { table: 'totp_factor', key: 'user_id', column: 'secret_cipher', formerPurpose: null },
  { table: 'stored_file', key: 'file_id', column: 'file_key', formerPurpose: null },
]

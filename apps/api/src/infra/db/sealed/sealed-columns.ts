/** A column of encrypted values, each bound to its table, column and row key (`infra/keys/keys.ts`). */
export interface SealedColumn {
  table:
    | 'account_mail'
    | 'expert'
    | 'labor_agreement'
    | 'labor_payment_entry'
    | 'labor_person_secret'
    | 'organization_bot'
    | 'organization_seal'
    | 'payer_account'
    | 'payment_batch_line'
    | 'stored_file'
    | 'totp_factor'
  /** The key column of the table. */
  key: string
  column: string
  /** Purpose under which older values were encrypted before they were bound to their place; null if there are none. */
  formerPurpose: string | null
}

/**
 * All encrypted columns, which are encrypted again when the master key changes. A test compares this list with the
 * schema.
 */
export const SEALED_COLUMNS: readonly SealedColumn[] = [
  { table: 'account_mail', key: 'user_id', column: 'address_cipher', formerPurpose: null },
  { table: 'account_mail', key: 'user_id', column: 'pending_cipher', formerPurpose: null },
  { table: 'expert', key: 'expert_id', column: 'id_card_cipher', formerPurpose: 'expert.idCard' },
  { table: 'expert', key: 'expert_id', column: 'bank_account_cipher', formerPurpose: 'expert.bankAccount' },
  { table: 'expert', key: 'expert_id', column: 'audited_id_card_cipher', formerPurpose: null },
  { table: 'expert', key: 'expert_id', column: 'audited_account_cipher', formerPurpose: null },
  { table: 'expert', key: 'expert_id', column: 'nationality_cipher', formerPurpose: null },
  { table: 'expert', key: 'expert_id', column: 'sex_cipher', formerPurpose: null },
  { table: 'expert', key: 'expert_id', column: 'birth_date_cipher', formerPurpose: null },
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
  { table: 'labor_payment_entry', key: 'entry_id', column: 'id_number_cipher', formerPurpose: null },
  { table: 'labor_person_secret', key: 'secret_id', column: 'secret_cipher', formerPurpose: null },
  { table: 'totp_factor', key: 'user_id', column: 'secret_cipher', formerPurpose: null },
  { table: 'organization_bot', key: 'bot_id', column: 'address_cipher', formerPurpose: null },
  { table: 'organization_bot', key: 'bot_id', column: 'secret_cipher', formerPurpose: null },
  { table: 'organization_seal', key: 'org_id', column: 'key_cipher', formerPurpose: null },
  { table: 'payer_account', key: 'org_id', column: 'account_cipher', formerPurpose: null },
  { table: 'payment_batch_line', key: 'line_id', column: 'account_cipher', formerPurpose: null },
  { table: 'stored_file', key: 'file_id', column: 'file_key', formerPurpose: null },
]

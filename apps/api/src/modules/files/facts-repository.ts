import { part } from '../../infra/db/statements/query-parts.ts'

const FILE = part
  .selectFrom('stored_file')
  .select(['file_id', 'original_name', 'media_type', 'size', 'sha256'])

/** A stored file: its name, its type, and its content as size and hash. */
export const fileFacts = <A extends string>(alias: A) => FILE.as(alias)

import { NAME_DIFFERENCE_MAX } from '@consilium/contract/recognition/name-distance.ts'
import { sql } from 'kysely'
import type { Db } from '../../infra/db/db.ts'
import { nameContains } from '../../infra/db/lists/name-search.ts'
import { invoiceFacts } from '../invoices/service.ts'
import { organizationFacts } from '../organizations/service.ts'

export type Role = 'buyer' | 'seller'

export interface KnownParty {
  name: string
  taxId: string | null
}

/** Of the invoices with a tax id the latest are asked for its name: a party that was renamed is known by both names then. */
const LATEST = 20
const ALIKE_MAX = 50
/** Halves of shorter names are found in too many others. */
const NAME_MIN = 6
/** Nearly every name ends so, which tells nothing. */
const LEGAL_FORM = /(?:股份有限|集团有限|有限责任|有限)?公司$/u

/** The names that organizations and earlier invoices have with this tax id. */
export async function partiesWithId(db: Db, role: Role, taxId: string): Promise<KnownParty[]> {
  const organizations = await db
    .selectFrom(organizationFacts('o'))
    .select(['o.org_name as name', 'o.credit_code as taxId'])
    .where('o.credit_code', '=', taxId)
    .orderBy('o.org_id')
    .limit(LATEST)
    .execute()
  const [name, id] = [`i.${role}_name`, `i.${role}_tax_id`] as const
  const invoices = await db
    .selectFrom(invoiceFacts('i'))
    .select([`${name} as name`, `${id} as taxId`])
    .where(id, '=', taxId)
    .where(name, 'is not', null)
    .where(sql<boolean>`not i.needs_review`)
    .orderBy('i.record_id', 'desc')
    .limit(LATEST)
    .execute()
  const known = [...organizations, ...invoices]
  return known.flatMap((party) => (party.name === null ? [] : [{ name: party.name, taxId: party.taxId }]))
}

/** Organizations with the same or nearly the same name: with one half of what is before the legal form. */
export async function namesakes(db: Db, name: string): Promise<KnownParty[]> {
  if (name.length < NAME_MIN) return []
  const own = name.replace(LEGAL_FORM, '')
  const [middle, length] = [Math.floor(own.length / 2), sql<number>`char_length(o.org_name)`]
  const halves = [own.slice(0, middle), own.slice(middle)].filter((half) => half !== '')
  if (halves.length === 0) return []
  return db
    .selectFrom(organizationFacts('o'))
    .select(['o.org_name as name', 'o.credit_code as taxId'])
    .where((eb) => eb.or(halves.map((half) => nameContains('o', 'org_name', half))))
    .where(length, '>=', name.length - NAME_DIFFERENCE_MAX)
    .where(length, '<=', name.length + NAME_DIFFERENCE_MAX)
    .orderBy('o.org_id')
    .limit(ALIKE_MAX)
    .execute()
}

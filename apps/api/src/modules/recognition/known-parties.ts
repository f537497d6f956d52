import { isVariant } from '@consilium/contract/recognition/name-distance.ts'
import type {
  FieldAlternative,
  InvoiceDoubt,
  InvoiceField,
  RecognizedInvoice,
} from '@consilium/contract/recognition/recognition.ts'
import type { Db } from '../../infra/db/db.ts'
import { findBuyers, isBuyerAmong } from '../invoices/service.ts'
import { type KnownParty, namesakes, partiesWithId, type Role } from './party-repository.ts'

const ROLES: readonly Role[] = ['buyer', 'seller']
/** Names that are offered beside what was read. */
const OFFERED_MAX = 3

interface Found {
  doubts: InvoiceDoubt[]
  alternatives: FieldAlternative[]
}

const found = (
  field: InvoiceField,
  reason: InvoiceDoubt['reason'] | null,
  values: readonly string[],
): Found => ({
  doubts: reason === null ? [] : [{ field, reason }],
  alternatives: [...new Set(values)]
    .slice(0, OFFERED_MAX)
    .map((value) => ({ field, value, source: 'known', confidence: 1, box: null })),
})

const NOTHING: Found = { doubts: [], alternatives: [] }

interface Party {
  name: string | null
  taxId: string | null
}

/** What is known: parties with the tax id, and organizations with the same or nearly the same name. */
export interface Known {
  withId: readonly KnownParty[]
  alike: readonly KnownParty[]
}

/** A name that is known for its tax id is right, and so is the exact name of an organization, whatever other names are like it. */
export function compareParty(role: Role, { name, taxId }: Party, { withId, alike }: Known): Found {
  const [nameField, idField] = [`${role}_name`, `${role}_tax_id`] as const
  const names = withId.map((party) => party.name)
  if (name === null) return found(nameField, null, names)
  if (isBuyerAmong(name, names)) return NOTHING
  const near = [...names, ...alike.map((party) => party.name)].filter((other) => isVariant(name, other))
  if (names.length > 0)
    return found(nameField, near.length > 0 ? 'NAME_UNCERTAIN' : 'KNOWN_OTHERWISE', [...near, ...names])
  const same = alike.filter((party) => isBuyerAmong(name, [party.name]))
  if (same.length === 0) return near.length > 0 ? found(nameField, 'NAME_UNCERTAIN', near) : NOTHING
  const ids = same.flatMap((party) => party.taxId ?? [])
  const isOther = taxId !== null && ids.length > 0 && !ids.includes(taxId)
  return isOther ? found(idField, 'KNOWN_OTHERWISE', ids) : NOTHING
}

/**
 * What was read, with doubts where the platform knows a party otherwise and what it knows offered: its organizations, the parties
 * of the meeting, and earlier invoices that nobody has to look at any more. No value is changed.
 */
export async function withKnownParties(
  db: Db,
  meetingId: number,
  read: RecognizedInvoice,
): Promise<RecognizedInvoice> {
  const compared: Found[] = []
  const ofMeeting = (await findBuyers(db, [meetingId])).get(meetingId) ?? []
  for (const role of ROLES) {
    const [name, taxId] = [read[`${role}_name`], read[`${role}_tax_id`]]
    const withId = taxId === null ? [] : await partiesWithId(db, role, taxId)
    const alike = name === null ? [] : await namesakes(db, name)
    const parties = ofMeeting.map(({ orgName }) => ({ name: orgName, taxId: null }))
    compared.push(compareParty(role, { name, taxId }, { withId, alike: [...alike, ...parties] }))
  }
  const isNew = (other: FieldAlternative) =>
    !read.alternatives.some(({ field, value }) => field === other.field && value === other.value)
  const isNewDoubt = (doubt: InvoiceDoubt) =>
    !read.doubts.some(({ field, reason }) => field === doubt.field && reason === doubt.reason)
  return {
    ...read,
    doubts: [...read.doubts, ...compared.flatMap(({ doubts }) => doubts).filter(isNewDoubt)],
    alternatives: [
      ...read.alternatives,
      ...compared.flatMap(({ alternatives }) => alternatives).filter(isNew),
    ],
  }
}

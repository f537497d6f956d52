import type {
  OrganizationCreate,
  OrganizationRegister,
} from '@consilium/contract/organizations/organizations.ts'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import { inTransaction } from '../../infra/db/database.ts'
import type { Db } from '../../infra/db/db.ts'
import type { Requester } from '../../infra/http/origin.ts'
import * as repository from './repository.ts'
import type { Scope } from './scope.ts'

const SPONSOR_ADMIN = { department: '管理部门', position: '首席负责人' }

/** What a visitor who registers is not asked for. */
type Later = 'legalRepresentative' | 'registeredAddress'

type Founding = Omit<OrganizationCreate, 'password' | Later> &
  Partial<Pick<OrganizationCreate, Later>> & { passwordHash: string; mustChangePassword: boolean }

/** The main account's person: an executor's carries the name of the organization. */
const adminOf = ({ orgType, orgName, name }: Founding) =>
  orgType === 'sponsor'
    ? { name: name ?? orgName, ...SPONSOR_ADMIN }
    : { name: orgName, department: null, position: null }

/** Creates account, organization and admin person in the caller's transaction and returns the organization. */
async function found(
  { accounts, persons }: Scope,
  within: Db,
  founding: Founding,
): Promise<repository.OrganizationRow> {
  const { orgType, orgName } = founding
  const userId = await accounts.open(within, {
    userName: founding.userName,
    passwordHash: founding.passwordHash,
    phone: founding.phone,
    roleType: orgType,
    mustChangePassword: founding.mustChangePassword,
  })
  const orgId = await repository.insertOrganization(within, {
    orgType,
    orgName,
    businessNature: founding.businessNature ?? null,
    creditCode: founding.creditCode ?? null,
    legalRepresentative: founding.legalRepresentative ?? null,
    registeredAddress: founding.registeredAddress ?? null,
    mainUserId: userId,
    surchargeRate: founding.surchargeRate ?? null,
  })
  await persons.openAdmin(within, { userId, orgId, unitType: orgType, ...adminOf(founding) })
  const row = await repository.findOrganization(within, {}, orgId)
  if (!row) throw new Error(`Organization ${orgId} was not found after its insertion`)
  return row
}

/** Registers a visitor's organization. The code is used up last, so that a failed registration keeps it. */
export async function registerOrganization(
  scope: Scope,
  requester: Requester,
  orgType: OrgType,
  { smsCode, password, privacyVersion, ...body }: OrganizationRegister,
): Promise<repository.OrganizationRow> {
  const { accounts } = scope
  const { codes } = accounts
  const { phone } = body
  const code = await codes.check({ phone, purpose: 'register', requester, code: smsCode })
  const words = [body.userName, phone, body.orgName, body.name]
  const passwordHash = await accounts.hashNewPassword(password, words)
  return inTransaction(scope.db, async (trx) => {
    const founding = { ...body, orgType, passwordHash, mustChangePassword: false }
    const organization = await found(scope, trx, founding)
    await codes.spend(trx, code)
    await accounts.notifyRegistration(trx, organization.mainUserId, { phone, privacyVersion })
    return organization
  })
}

export async function createOrganization(
  scope: Scope,
  { password, ...body }: OrganizationCreate,
): Promise<repository.OrganizationRow> {
  const words = [body.userName, body.phone, body.orgName, body.name]
  const passwordHash = await scope.accounts.hashNewPassword(password, words)
  const founding = { ...body, passwordHash, mustChangePassword: true }
  return inTransaction(scope.db, (trx) => found(scope, trx, founding))
}

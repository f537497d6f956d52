import assert from 'node:assert/strict'
import { bankBranchRoutes } from '@consilium/contract/bank-branches/bank-branches.ts'
import { botRoutes } from '@consilium/contract/bots/bots.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { expertRoutes } from '@consilium/contract/experts/experts.ts'
import { identityRoutes } from '@consilium/contract/experts/identity-routes.ts'
import { hospitalRoutes } from '@consilium/contract/hospitals/hospitals.ts'
import { organizationRoutes } from '@consilium/contract/organizations/organizations.ts'
import { personRoutes } from '@consilium/contract/persons/persons.ts'
import { sealRoutes } from '@consilium/contract/signing/seals.ts'
import { taxSettingsRoutes } from '@consilium/contract/organizations/tax-settings.ts'
import { importBranches } from '../batch-world.ts'
import { freshName, freshPhone, type Api, type User } from '../harness.ts'
import { drawnSignature, ID_CARD_NO } from '../meeting-world.ts'
import { asCsv, TITLES } from '../people-table.ts'

export async function organizations(manager: User): Promise<void> {
  const { orgId, version } = await manager.call(organizationRoutes.create, {
    body: {
      orgType: 'executor',
      userName: freshName('executor-'),
      password: 'initial-1',
      phone: freshPhone(),
      orgName: freshName('执行单位'),
    },
  })
  await manager.call(organizationRoutes.update, { body: { orgId, version, businessNature: '会务' } })
  await manager.call(organizationRoutes.changeStatus, { body: { orgId, status: '1' } })
  await manager.call(organizationRoutes.archive, { body: { orgId, archived: true } })
  await manager.call(organizationRoutes.remove, { params: { orgId: String(orgId) } })
}

/** How an organization is taxed, and the seal that it puts on agreements. */
export async function settingsOf(manager: User, orgId: number): Promise<void> {
  const tax = await manager.call(taxSettingsRoutes.get, { params: { orgId } })
  await manager.call(taxSettingsRoutes.change, {
    body: {
      orgId,
      version: tax.version,
      validFrom: '2026-12-01',
      place: 'city',
      educationExempt: true,
      isContinuous: true,
      vatBasis: 'month',
      isPlatform: false,
      county: null,
    },
  })
}

export async function seals(executor: User & { orgId: number }): Promise<void> {
  const { orgId } = executor
  const { version } = await executor.call(sealRoutes.get, { params: { orgId } })
  await executor.call(sealRoutes.change, {
    body: { orgId, version, picture: drawnSignature(), keeperName: '赵敏' },
  })
}

export async function persons(executor: User): Promise<void> {
  const { personId, version } = await executor.call(personRoutes.create, {
    body: {
      name: '赵敏',
      phone: freshPhone(),
      userName: freshName('person-'),
      password: 'initial-1',
      role: 'supervisor',
    },
  })
  await executor.call(personRoutes.update, { body: { personId, version, department: '会务部' } })
  await executor.call(personRoutes.changeRole, { body: { personId, role: 'meetingExecutor' } })
  await executor.call(personRoutes.changeStatus, { body: { personId, status: '1' } })
  await executor.call(personRoutes.archive, { body: { personId, archived: true } })
  await executor.call(personRoutes.remove, { params: { personId: String(personId) } })
  const row = ['钱多', freshPhone(), freshName('import-'), '会务部', '专员', '督导', '上海市', '']
  await executor.call(personRoutes.import, {
    file: new File([asCsv([TITLES, row])], 'people.csv'),
    query: {},
  })
}

export async function experts(api: Api, manager: User): Promise<void> {
  const { expertId, version } = await manager.call(expertRoutes.create, {
    body: { phone: freshPhone(), name: '周专家', idCardNo: ID_CARD_NO },
  })
  await manager.call(expertRoutes.update, { body: { expertId, version, unit: '首都医院' } })
  await manager.call(identityRoutes.ask, { body: { expertId } })
  await manager.call(expertRoutes.changeStatus, { body: { expertId, status: '1' } })
  await manager.call(expertRoutes.archive, { body: { expertId, archived: true } })
  await manager.call(expertRoutes.remove, { params: { expertId: String(expertId) } })
  const own = await api.expert()
  const me = await own.call(expertRoutes.me, {})
  await own.call(expertRoutes.updateMe, { body: { version: me.version, department: '内分泌科' } })
}

/** A bot of a group; `url` is where its provider answers. */
export async function bots(executor: User, url: string): Promise<void> {
  const kinds = ['meetingStage' as const]
  const given = { name: '项目组', kinds, quietFrom: null, quietUntil: null }
  const address = `${url}/cgi-bin/webhook/send?key=0a1b2c3d-4e5f`
  const { botId, version } = await executor.call(botRoutes.create, {
    body: { ...given, channel: 'wecom', address },
  })
  await executor.call(botRoutes.test, { body: { botId } })
  await executor.call(botRoutes.change, { body: { ...given, botId, version, isOn: false } })
  await executor.call(botRoutes.remove, { params: { botId } })
}

/** A directory of clearing codes, and what is wrong in it. */
export async function bankBranches(manager: User): Promise<void> {
  const done = await importBranches(
    manager,
    new File(['联行号,网点名称\n100000000001,农商银行'], 'codes.csv'),
  )
  assert.equal(done.created + done.unchanged, 1)
  const { rows } = await manager.call(bankBranchRoutes.list, { query: { code: '100000000001' } })
  await manager.call(bankBranchRoutes.remove, { params: { branchId: String(rows[0]?.branchId) } })
}

/** Hospitals by hand and from a file, their names, and how two become one. */
export async function hospitals(manager: User): Promise<void> {
  const [name, unit] = [freshName('医院'), freshName('院区')]
  const { hospitalId, version } = await manager.call(hospitalRoutes.create, { body: { name } })
  await manager.call(hospitalRoutes.update, { body: { hospitalId, version, city: '北京市' } })
  await manager.call(hospitalRoutes.settle, { body: { unit, hospitalId } })
  const file = new File([`医院名称\n${freshName('导入医院')}`], 'hospitals.csv')
  await manager.call(hospitalRoutes.import, { file })
  await manager.call(hospitalRoutes.export, { body: {} })
  const other = await manager.call(hospitalRoutes.create, { body: { name: freshName('分院') } })
  await manager.call(hospitalRoutes.merge, {
    body: { hospitalId: other.hospitalId, intoId: hospitalId, version: other.version },
  })
  await manager.call(hospitalRoutes.remove, { params: { hospitalId: String(hospitalId) } })
}

/** Entries of a sponsor's dictionaries, by hand and from a file. */
export async function dimensions(sponsor: User): Promise<void> {
  const { dimensionId, version } = await sponsor.call(dimensionRoutes.create, {
    body: { kind: 'product', code: freshName('P-'), name: '产品' },
  })
  await sponsor.call(dimensionRoutes.update, { body: { dimensionId, version, name: '新名' } })
  const file = new File([`编码,名称\n${freshName('C-')},研发`], 'dimensions.csv')
  await sponsor.call(dimensionRoutes.import, { query: { kind: 'costCenter' }, file })
  await sponsor.call(dimensionRoutes.export, { body: {} })
  await sponsor.call(dimensionRoutes.remove, { params: { dimensionId: String(dimensionId) } })
}

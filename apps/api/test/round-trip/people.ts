import { listViewRoutes } from '@consilium/contract/list-views/list-views.ts'
import type { Api, User } from '../harness.ts'
import { freshName } from '../harness.ts'
import { fileOf, gets } from './reading.ts'
import type { Kind } from './trip.ts'

const HASHED = 'Secret: only its hash is kept'
const CODE = 'Proof that the phone is the own one; it is used up'
export const AGREED = 'Kept with the time in the record of consents, which no route reads'

export async function peopleKinds(api: Api, manager: User, admin: User): Promise<Record<string, Kind>> {
  const expert = await api.expert()
  const registered = {
    by: api.anonymous,
    read: gets(manager, 'organization.get', 'orgId'),
    before: ({ phone }: Record<string, unknown>) => api.sendCode(String(phone)),
    values: { orgName: () => freshName('单位') },
    readAs: { userName: 'mainUserName', phone: 'mainPhone' },
    unread: {
      password: HASHED,
      smsCode: CODE,
      privacyVersion: AGREED,
      name: 'Name of the main person',
    },
  } as const
  const files = async (by: User) =>
    [String(await fileOf(by)), `${await fileOf(by)},${await fileOf(by)}`] as const
  const identity = {
    idType: ['passport', 'hkMacauPermit'],
    idCardNo: ['H12345678', 'M87654321'],
    birthDate: ['1981-02-03', '1990-12-31'],
    nationality: ['FR', 'DE'],
  } as const
  return {
    accounts: {
      by: admin,
      creates: ['account.create'],
      updates: ['account.update', 'account.changeStatus'],
      read: gets(admin, 'account.get', 'userId'),
      unread: { password: HASHED },
    },
    sponsors: { ...registered, creates: ['organization.registerSponsor'] },
    executors: { ...registered, creates: ['organization.registerExecutor'] },
    organizations: {
      by: manager,
      creates: ['organization.create'],
      updates: ['organization.update', 'organization.changeStatus'],
      read: registered.read,
      values: { orgName: registered.values.orgName },
      readAs: registered.readAs,
      unread: { password: HASHED, name: registered.unread.name },
    },
    hospitals: {
      by: manager,
      creates: ['hospital.create'],
      updates: ['hospital.update'],
      read: gets(manager, 'hospital.get', 'hospitalId'),
      values: {
        name: () => freshName('医院'),
        aliases: () => [freshName('别名'), freshName('院区')],
      },
    },
    persons: {
      by: manager,
      creates: ['person.create'],
      updates: ['person.update', 'person.changeStatus', 'person.changeRole'],
      read: gets(manager, 'person.get', 'personId'),
      values: {
        orgId: [(await api.executor()).orgId, (await api.executor()).orgId],
        // Executors have no compliance.
        role: ['supervisor', 'finance'],
      },
      unread: { password: HASHED },
    },
    'experts who register': {
      by: api.anonymous,
      creates: ['expert.register'],
      read: gets(manager, 'expert.get', 'expertId'),
      before: registered.before,
      unread: { password: HASHED, smsCode: CODE, privacyVersion: AGREED },
    },
    experts: {
      by: manager,
      creates: ['expert.create'],
      updates: ['expert.update', 'expert.changeStatus'],
      read: async (made) => ({
        ...(await gets(manager, 'expert.get', 'expertId')(made)),
        ...(await gets(manager, 'expert.identity', 'expertId')(made)),
      }),
      values: { ...identity, idCardAttachments: await files(manager) },
      unread: { identityReason: 'Kept with an approval (identity-checks.test.ts)' },
    },
    'profiles of experts': {
      by: expert,
      made: () => Promise.resolve({ expertId: expert.expertId }),
      updates: ['expert.updateMe'],
      read: async (made) => ({
        ...(await gets(manager, 'expert.get', 'expertId')(made)),
        ...(await gets(manager, 'expert.identity', 'expertId')(made)),
      }),
      key: 'expertId',
      values: { ...identity, idCardAttachments: await files(expert) },
    },
    'views of lists': {
      by: expert,
      creates: ['listView.create'],
      updates: ['listView.update'],
      read: async ({ list, viewId }) => {
        const { views } = await expert.call(listViewRoutes.list, { query: { list: String(list) } })
        return views.find((view) => view.viewId === viewId) ?? {}
      },
      values: { name: () => freshName('视图'), list: ['experts', 'projects'] },
    },
    dictionaries: {
      by: admin,
      creates: ['dictionary.createType'],
      updates: ['dictionary.updateType'],
      read: gets(admin, 'dictionary.getType', 'dictId'),
      values: { dictType: ['one_type', 'other_type'] },
    },
    'entries of dictionaries': {
      by: admin,
      creates: ['dictionary.createData'],
      updates: ['dictionary.updateData'],
      read: gets(admin, 'dictionary.getData', 'dictCode'),
      values: { dictType: ['one_type', 'other_type'] },
    },
  }
}

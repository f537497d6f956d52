import assert from 'node:assert/strict'
import { accountRoutes } from '@consilium/contract/accounts/accounts.ts'
import { portfolioRoutes } from '@consilium/contract/accounts/portfolios.ts'
import { consentRoutes } from '@consilium/contract/consents/consents.ts'
import { DATA_CONSENT } from '@consilium/contract/consents/consent-texts.ts'
import { dictionaryRoutes } from '@consilium/contract/dictionaries/dictionaries.ts'
import { listViewRoutes } from '@consilium/contract/list-views/list-views.ts'
import { ownSessionRoutes } from '@consilium/contract/login/own-sessions.ts'
import { ownMailRoutes } from '@consilium/contract/accounts/own-mail.ts'
import { passkeyRoutes } from '@consilium/contract/login/passkeys.ts'
import { secondFactorRoutes } from '@consilium/contract/login/second-factor.ts'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateSync } from 'otplib'
import { MAIL_OUTBOX_FILE } from '../../src/infra/channels/open-channels.ts'
import { freshName, freshPhone, SMS_CODE, type Api, type User } from '../harness.ts'
import { seasonClock } from '../meeting-world.ts'
import { createAuthenticator } from '../software-authenticator.ts'

const ORIGIN = 'http://localhost:3000'

/** The token of the last link that was mailed: development writes mails to a file. */
export function mailedToken(dataDir: string): string {
  const tokens = readFileSync(join(dataDir, MAIL_OUTBOX_FILE), 'utf8').matchAll(/token=([\w-]+)/g)
  return [...tokens].at(-1)![1]!
}

/** Logging in and out, the own password, name and phone. */
export async function ownAccounts(api: Api): Promise<void> {
  const [leader, forgetful] = [await api.leader(), await api.leader()]
  await api.sendCode(leader.phone, 'login')
  const { token } = await api.anonymous.call(accountRoutes.smsLogin, {
    body: { phone: leader.phone, code: SMS_CODE },
  })
  await api.as(token).call(accountRoutes.logout, {})
  await leader.call(accountRoutes.changeName, { body: { name: '吴负责人' } })
  await leader.call(accountRoutes.passwordCode, {})
  await leader.call(ownMailRoutes.propose, { body: { address: `${freshName('wu')}@example.com` } })
  await api.anonymous.call(ownMailRoutes.confirm, { body: { token: mailedToken(api.dataDir) } })
  await leader.call(ownMailRoutes.remove, {})
  const phone = freshPhone()
  await leader.call(accountRoutes.phoneCode, { body: { phone } })
  await leader.call(accountRoutes.changeOwnPhone, {
    body: { phone, smsCode: SMS_CODE, oldPassword: leader.password },
  })
  await forgetful.call(accountRoutes.changePassword, {
    body: { oldPassword: forgetful.password, newPassword: freshName('Pw-') },
  })
  await api.sendCode(forgetful.phone, 'resetPassword')
  await api.anonymous.call(accountRoutes.forgottenPassword, {
    body: { phone: forgetful.phone, smsCode: SMS_CODE, newPassword: freshName('Pw-') },
  })
}

/** What an administrator does with accounts and their sessions. */
export async function managedAccounts(api: Api, admin: User): Promise<void> {
  const { userId, userName, password } = await api.leader()
  const { version } = await admin.call(accountRoutes.get, { params: { userId } })
  await admin.call(accountRoutes.update, { body: { userId, version, name: '吴负责人' } })
  await admin.call(accountRoutes.replacePhone, { body: { userId, phone: freshPhone() } })
  await admin.call(secondFactorRoutes.reset, { body: { userId } })
  const [own, other] = [await api.login(userName, password), await api.login(userName, password)]
  const { rows } = await own.call(ownSessionRoutes.list, { query: {} })
  const ended = rows.find(({ isCurrent }) => !isCurrent)
  assert.ok(ended)
  await own.call(ownSessionRoutes.end, { params: { sessionId: String(ended.sessionId) } })
  await own.call(ownSessionRoutes.endOthers, {})
  assert.ok(other.token)
  await admin.call(ownSessionRoutes.endOf, { body: { userId } })
  await admin.call(accountRoutes.resetPassword, { body: { userId } })
  await admin.call(accountRoutes.changeStatus, { body: { userId, status: '1' } })
  await admin.call(accountRoutes.archive, { body: { userId, archived: true } })
  const unused = await admin.call(accountRoutes.create, {
    body: {
      userName: freshName('leader-'),
      password: 'initial-1',
      phone: freshPhone(),
      roleType: 'leader',
      name: '未用',
    },
  })
  await admin.call(accountRoutes.remove, { params: { userId: String(unused.userId) } })
  const [manager, sponsor] = [await api.manager(), await api.sponsor()]
  const portfolio = await admin.call(portfolioRoutes.get, { params: { userId: manager.userId } })
  await admin.call(portfolioRoutes.change, {
    body: {
      userId: manager.userId,
      version: portfolio.version,
      sponsorAdminUserIds: [sponsor.userId],
    },
  })
}

/** An authenticator app and its recovery codes. */
export async function authenticatorApp(api: Api): Promise<void> {
  const user = await api.leader()
  await user.call(secondFactorRoutes.confirm, { body: { password: user.password } })
  const { secret } = await user.call(secondFactorRoutes.beginTotp, {})
  const code = generateSync({ secret, epoch: Math.floor(seasonClock.now().getTime() / 1000) })
  await user.call(secondFactorRoutes.confirmTotp, { body: { code } })
  const { recoveryCodes } = await user.call(secondFactorRoutes.renewRecoveryCodes, {})
  const { secondFactor } = await api.anonymous.call(accountRoutes.login, {
    body: { username: user.userName, password: user.password },
  })
  const recoveryCode = recoveryCodes?.[0]
  assert.ok(secondFactor && recoveryCode)
  await api.anonymous.call(secondFactorRoutes.login, {
    body: { challenge: secondFactor.challenge, recoveryCode },
  })
  await user.call(secondFactorRoutes.removeTotp, {})
}

export async function passkeys(api: Api): Promise<void> {
  const user = await api.leader()
  const key = createAuthenticator({ origin: ORIGIN })
  const credential = key.create(await user.call(passkeyRoutes.createOptions, {}))
  const { passkey } = await user.call(passkeyRoutes.create, { body: { name: 'MacBook', credential } })
  const { passkeyId } = passkey
  await user.call(passkeyRoutes.rename, { body: { passkeyId, name: '工作电脑' } })
  await user.call(secondFactorRoutes.confirmOptions, {})
  const options = await api.anonymous.call(passkeyRoutes.loginOptions, {})
  await api.anonymous.call(passkeyRoutes.login, { body: { credential: key.get(options) } })
  await user.call(passkeyRoutes.remove, { params: { passkeyId: String(passkeyId) } })
}

export async function consents(api: Api): Promise<void> {
  const expert = await api.expert()
  await expert.call(consentRoutes.withdraw, {})
  await expert.call(consentRoutes.give, { body: { version: DATA_CONSENT.version } })
}

export async function listViews(api: Api): Promise<void> {
  const user = await api.leader()
  const { viewId } = await user.call(listViewRoutes.create, {
    body: { list: 'experts', name: '待审核', query: 'auditStatus=pending', columns: ['name'] },
  })
  await user.call(listViewRoutes.update, { body: { viewId, name: '待审核专家' } })
  await user.call(listViewRoutes.remove, { params: { viewId } })
}

export async function dictionaries(admin: User): Promise<void> {
  const dictType = 'writing_test'
  const type = await admin.call(dictionaryRoutes.createType, {
    body: { dictType, dictName: '试验', dictNameEn: 'Trial' },
  })
  const { dictId, version } = type
  await admin.call(dictionaryRoutes.updateType, { body: { dictId, version, dictName: '试验二' } })
  const entry = await admin.call(dictionaryRoutes.createData, {
    body: { dictType, dictValue: 'one', dictLabel: '一', dictLabelEn: 'One' },
  })
  const { dictCode } = entry
  await admin.call(dictionaryRoutes.updateData, {
    body: { dictCode, version: entry.version, dictLabel: '壹' },
  })
  await admin.call(dictionaryRoutes.removeData, { params: { dictCode: String(dictCode) } })
  await admin.call(dictionaryRoutes.removeTypes, { params: { dictId: String(dictId) } })
}

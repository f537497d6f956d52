import { PLATFORM } from '../../domain/actor.ts'
import type { Db } from '../../infra/db/db.ts'
import { insertOperation } from './repository.ts'

const DONE = 200

/** Records what an operator did on the command line, where no account is logged in. */
export const recordByOperator = (db: Db, operation: string, target: string): Promise<void> =>
  insertOperation(db, {
    operation,
    actor: PLATFORM,
    target,
    httpStatus: DONE,
    error: null,
    ip: '',
    requestId: '',
  })

/** Their texts in the log, as no route declares them. */
export const OPERATOR_TEXTS: Readonly<Record<string, { 'zh-CN': string; en: string }>> = {
  'operator.resetAdmin': {
    'zh-CN': '在服务器上重置管理员密码',
    en: 'Reset the administrator password on the server',
  },
  'operator.resetFactors': {
    'zh-CN': '在服务器上移除账号的两步验证',
    en: 'Remove the second factors of an account on the server',
  },
  'operator.endSessions': {
    'zh-CN': '在服务器上结束账号的全部登录',
    en: 'End all sessions of an account on the server',
  },
}

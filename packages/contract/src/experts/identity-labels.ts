import type { Words } from '../errors.ts'
import type { IdentityField, IdentityProblem, IdentityState } from './identity-check.ts'

const label = (zh: string, en: string): Words => ({ 'zh-CN': zh, en })

export const IDENTITY_FIELD_LABELS = {
  name: label('姓名', 'Name'),
  number: label('证件号码', 'Document number'),
  phone: label('手机号', 'Phone'),
} as const satisfies Record<IdentityField, Words>

export const IDENTITY_STATE_LABELS = {
  notAsked: label('未核验', 'Not checked'),
  asked: label('核验中', 'Being checked'),
  match: label('核验一致', 'Matches'),
  mismatch: label('核验不一致', 'Does not match'),
  unknown: label('查无记录', 'Not known'),
  failed: label('核验未完成', 'Could not be checked'),
} as const satisfies Record<IdentityState, Words>

export const IDENTITY_PROBLEM_LABELS = {
  UNREACHABLE: label('核验服务无法连接', 'The verifier cannot be reached'),
  FAULT: label('核验服务出错', 'The verifier has failed'),
  REFUSED: label('核验服务拒绝了请求', 'The verifier refused the call'),
  ANSWER_INVALID: label('核验服务的答复无法识别', 'The answer of the verifier is not valid'),
  RETRY_LATER: label('核验服务请求稍后再试', 'The verifier asks to call later'),
  NUMBER_UNREADABLE: label('证件号码无法解密', 'The document number cannot be decrypted'),
  DAY_LIMIT: label('该专家今日核验次数已用完，次日继续', 'The calls of the day for this expert are used up'),
  BUDGET_SPENT: label('今日核验总量已用完，次日继续', 'The calls of the day are used up'),
} as const satisfies Record<IdentityProblem, Words>

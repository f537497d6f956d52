import { z } from 'zod'
import * as f from '../fields.ts'
import { NEW_PASSWORD_ERRORS, OPENING_ERRORS } from './opening-errors.ts'
import { OwnPhone, OwnPhoneChange, PasswordChange } from './own-account.ts'
import { LoginAnswer, LoginBody, SmsLoginBody } from '../login/login.ts'
import { ROLE_LABELS, ROLE_TYPES, STAFF_ROLES } from './roles.ts'
import { data, file, page, type RouteTable } from '../route.ts'
import { exportBody, XLSX } from '../spreadsheet.ts'
import {
  ANONYMOUS_CODE_PURPOSES,
  CODE_PURPOSE_LABELS,
  CodeSent,
  PROOF_MAX,
  smsCode,
} from '../login/verification.ts'
import { choice } from '../words.ts'

const roleType = choice(ROLE_TYPES, ROLE_LABELS)
const StaffRole = choice(STAFF_ROLES, ROLE_LABELS)

export const Account = z
  .object({
    userId: f.id,
    userName: z.string(),
    name: z.string().meta({ description: 'Name of the person or expert; the display name of staff' }),
    phone: z.string().nullable(),
    roleType,
    status: f.status,
    parentUserId: f.id.nullable().meta({ description: 'The main account; null for a main account itself' }),
    parentName: z.string().nullable(),
    mustChangePassword: z.boolean(),
    archivedTime: f.archivedTime,
    createTime: z.string(),
    version: f.version,
    abilities: f.abilities('update', 'changeStatus', 'archive', 'remove'),
  })
  .meta({ id: 'Account' })
export type Account = z.infer<typeof Account>

export const ACCOUNT_COLUMNS = ['userId', 'userName', 'roleType', 'status', 'createTime'] as const
export const AccountQuery = f.listQuery(
  {
    userId: f.queryId.optional(),
    parentUserId: f.queryId.optional(),
    userName: f.searchText.optional(),
    name: f.searchText.optional(),
    phone: f.searchText.optional(),
    roleType: roleType.optional(),
    status: f.status.optional(),
    archived: f.archivedFilter,
  },
  ACCOUNT_COLUMNS,
)
export type AccountQuery = z.output<typeof AccountQuery>

export const AccountCreate = z.strictObject({
  userName: f.userName,
  name: f
    .text(f.NAME_MAX)
    .meta({ description: 'Display name, shown in records that the account has created or leads' }),
  password: f.password,
  phone: f.phone,
  roleType: StaffRole,
})
export type AccountCreate = z.output<typeof AccountCreate>

export const AccountUpdate = z.strictObject({
  userId: f.id,
  version: f.version,
  userName: f.userName.optional(),
  name: f.text(f.NAME_MAX).optional(),
  phone: f.phone.optional(),
  roleType: StaffRole.optional(),
})
export type AccountUpdate = z.output<typeof AccountUpdate>

const tag = 'Accounts'

export const accountRoutes = {
  login: {
    method: 'POST',
    path: '/login',
    target: ['userId'],
    access: 'public',
    tag,
    summary: 'Log in with user name and password',
    body: LoginBody,
    keyless: 'session',
    answer: data(LoginAnswer),
    errors: ['LOGIN_FAILED', 'ACCOUNT_DISABLED', 'ACCOUNT_LOCKED', 'TOO_MANY_REQUESTS', 'SERVICE_BUSY'],
    rateLimit: 'credentials',
  },
  smsCode: {
    method: 'POST',
    path: '/login/smsCode',
    access: 'public',
    tag,
    summary: 'Send a verification code to a phone, for login, registration or a forgotten password',
    body: z.strictObject({
      phone: f.phone,
      purpose: choice(ANONYMOUS_CODE_PURPOSES, CODE_PURPOSE_LABELS).optional().meta({
        description:
          'What the code can be used for. By default login if the phone has an account, and otherwise registration',
      }),
      proof: z.string().max(PROOF_MAX).optional().meta({
        description:
          'Needed after a refusal with PROOF_REQUIRED: the solved challenge of GET /login/challenge, as JSON in base64; or the answer of the captcha that the operator uses',
      }),
    }),
    keyless: 'code',
    answer: data(CodeSent),
    errors: ['TOO_MANY_REQUESTS', 'SMS_UNAVAILABLE', 'PROOF_REQUIRED'],
    rateLimit: 'credentials',
  },
  challenge: {
    method: 'GET',
    path: '/login/challenge',
    access: 'public',
    tag,
    summary: 'Get a proof of work, which addresses that request many codes must solve',
    answer: data(
      z
        .string()
        .meta({ description: 'Challenge of ALTCHA, version 2, as JSON; its solution is the `proof`' }),
    ),
    rateLimit: 'credentials',
  },
  smsLogin: {
    method: 'POST',
    path: '/login/sms',
    target: ['userId'],
    access: 'public',
    tag,
    summary: 'Log in with phone and verification code',
    body: SmsLoginBody,
    keyless: 'session',
    answer: data(LoginAnswer),
    errors: ['SMS_CODE_WRONG', 'ACCOUNT_DISABLED'],
    rateLimit: 'credentials',
  },
  logout: {
    method: 'POST',
    path: '/logout',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'End the session',
    keyless: 'session',
    answer: data(z.null()),
    initialPassword: true,
    beforeEnrolment: true,
  },
  changePassword: {
    method: 'PUT',
    path: '/account/password',
    target: ['userId'],
    access: 'session',
    caller: 'person',
    tag,
    summary: "Change the caller's password; ends all sessions and returns a new one",
    body: PasswordChange,
    keyless: 'session',
    answer: data(LoginAnswer),
    errors: [
      'LOGIN_FAILED',
      'PASSWORD_UNCHANGED',
      'PASSWORD_GUESSABLE',
      'ACCOUNT_LOCKED',
      'TOO_MANY_REQUESTS',
      'SMS_CODE_REQUIRED',
      'SMS_CODE_WRONG',
      'SERVICE_BUSY',
    ],
    initialPassword: true,
    beforeEnrolment: true,
  },
  changeName: {
    method: 'PUT',
    path: '/account/name',
    target: ['userId'],
    access: STAFF_ROLES,
    caller: 'person',
    tag,
    summary: "Change the caller's display name",
    body: z.strictObject({ name: f.visibleName }),
    answer: data(Account),
  },
  passwordCode: {
    method: 'POST',
    path: '/account/password/smsCode',
    access: 'session',
    caller: 'person',
    tag,
    summary: "Send a code for choosing a password to the caller's phone",
    keyless: 'code',
    answer: data(CodeSent),
    errors: ['TOO_MANY_REQUESTS', 'ACCOUNT_WITHOUT_PHONE', 'SMS_UNAVAILABLE'],
    initialPassword: true,
  },
  forgottenPassword: {
    method: 'POST',
    path: '/login/resetPassword',
    access: 'public',
    tag,
    summary: 'Choose a new password with a code sent to the phone; ends all sessions of the account',
    body: z.strictObject({ phone: f.phone, smsCode, newPassword: f.password }),
    answer: data(z.null()),
    errors: ['SMS_CODE_WRONG', 'ACCOUNT_DISABLED', ...NEW_PASSWORD_ERRORS],
    rateLimit: 'credentials',
  },
  ownPhone: {
    method: 'GET',
    path: '/account/phone',
    access: 'session',
    caller: 'person',
    tag,
    summary: "The caller's phone, and a proposed one that waits for confirmation",
    answer: data(OwnPhone),
  },
  phoneCode: {
    method: 'POST',
    path: '/account/phone/smsCode',
    access: 'session',
    caller: 'person',
    tag,
    summary: "Send a code to the caller's new phone",
    body: z.strictObject({ phone: f.phone }),
    keyless: 'code',
    answer: data(CodeSent),
    errors: ['TOO_MANY_REQUESTS', 'SMS_UNAVAILABLE'],
  },
  changeOwnPhone: {
    method: 'PUT',
    path: '/account/phone',
    target: ['userId'],
    access: 'session',
    caller: 'person',
    tag,
    summary:
      "Change the caller's phone with a code sent to the new one; ends all sessions and returns a new one",
    body: OwnPhoneChange,
    keyless: 'session',
    answer: data(LoginAnswer),
    errors: [
      'SMS_CODE_WRONG',
      'SMS_CODE_REQUIRED',
      'LOGIN_FAILED',
      'ACCOUNT_LOCKED',
      'TOO_MANY_REQUESTS',
      'PHONE_TAKEN',
      'SERVICE_BUSY',
    ],
  },
  list: {
    method: 'GET',
    path: '/system/user/list',
    access: ['admin'],
    tag,
    summary: 'List accounts',
    query: AccountQuery,
    answer: page(Account),
  },
  export: {
    method: 'POST',
    path: '/system/user/export',
    access: ['admin'],
    tag,
    summary: 'Export accounts as an XLSX file, with the filters of the list',
    body: exportBody(AccountQuery),
    answer: file(XLSX),
  },
  get: {
    method: 'GET',
    path: '/system/user/{userId}',
    access: ['admin'],
    tag,
    summary: 'Read one account',
    params: z.object({ userId: f.queryId }),
    answer: data(Account),
  },
  create: {
    method: 'POST',
    path: '/system/user',
    target: ['userId'],
    access: ['admin'],
    tag,
    summary: 'Create an administrator, a manager or a project lead',
    body: AccountCreate,
    answer: data(Account),
    errors: [...OPENING_ERRORS],
    creates: true,
  },
  update: {
    method: 'PUT',
    path: '/system/user',
    target: ['userId'],
    access: ['admin'],
    tag,
    summary: 'Change a staff account',
    body: AccountUpdate,
    answer: data(Account),
    errors: [
      'STALE_RECORD',
      'USER_NAME_TAKEN',
      'USER_NAME_ALIKE',
      'PHONE_TAKEN',
      'ORGANIZATION_ACCOUNT_FIXED',
      'OWN_RECORD_FIXED',
    ],
  },
  changeStatus: {
    method: 'PUT',
    path: '/system/user/changeStatus',
    target: ['userId'],
    access: ['admin'],
    tag,
    summary: 'Disable or enable an account; disabling ends its sessions',
    body: z.strictObject({ userId: f.id, status: f.status }),
    answer: data(Account),
    errors: ['OWN_RECORD_FIXED', 'RECORD_ARCHIVED'],
  },
  archive: {
    method: 'PUT',
    path: '/system/user/archive',
    target: ['userId'],
    access: ['admin'],
    tag,
    summary: 'Archive or unarchive a staff account that records refer to; an archived account cannot log in',
    body: z.strictObject({ userId: f.id, archived: z.boolean() }),
    answer: data(Account),
    errors: ['OWN_RECORD_FIXED', 'ORGANIZATION_ACCOUNT_FIXED', 'PHONE_TAKEN'],
  },
  resetPassword: {
    method: 'PUT',
    path: '/system/user/resetPwd',
    target: ['userId'],
    access: ['admin', 'manager', 'sponsor', 'executor'],
    caller: 'person',
    tag,
    summary:
      'Take the password of an account away: its sessions end, and its owner chooses a new one with a code by SMS',
    body: z.strictObject({ userId: f.id }),
    answer: data(z.null()),
    errors: ['OWN_RECORD_FIXED', 'ACCOUNT_WITHOUT_PHONE'],
  },
  replacePhone: {
    method: 'PUT',
    path: '/system/user/phone',
    target: ['userId'],
    access: ['admin'],
    caller: 'person',
    tag,
    summary:
      'Replace the phone of an account whose owner has lost it: its sessions end, and the old phone is told',
    body: z.strictObject({ userId: f.id, phone: f.phone }),
    answer: data(Account),
    errors: ['OWN_RECORD_FIXED', 'PHONE_TAKEN'],
  },
  remove: {
    method: 'DELETE',
    path: '/system/user/{userId}',
    target: ['userId'],
    access: ['admin'],
    tag,
    summary: 'Delete staff accounts',
    params: z.object({ userId: f.pathIds }),
    answer: data(z.null()),
    errors: ['OWN_RECORD_FIXED', 'ORGANIZATION_ACCOUNT_FIXED', 'RECORD_IN_USE'],
  },
} as const satisfies RouteTable

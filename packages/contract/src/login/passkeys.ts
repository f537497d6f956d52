import { z } from 'zod'
import { LoginAnswer } from './login.ts'
import * as f from '../fields.ts'
import {
  PASSKEY_NAME_MAX,
  PasskeyAssertion,
  PasskeyAttestation,
  PasskeyCreation,
  PasskeyRequest,
} from './proofs.ts'
import { data, type RouteTable } from '../route.ts'
import { OwnPasskey } from './second-factor.ts'

const tag = 'Second factor'

const assertionExample = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'e30', authenticatorData: 'AQID', signature: 'AQID' },
}
const attestationExample = {
  id: 'AQID',
  rawId: 'AQID',
  type: 'public-key',
  response: { clientDataJSON: 'e30', attestationObject: 'AQID' },
}

export const passkeyRoutes = {
  loginOptions: {
    method: 'POST',
    path: '/login/passkey/options',
    access: 'public',
    tag,
    summary: 'Get the passkey options for a login without a password',
    keyless: 'secret',
    answer: data(PasskeyRequest),
    errors: ['PASSKEYS_UNAVAILABLE'],
    rateLimit: 'credentials',
  },
  login: {
    method: 'POST',
    path: '/login/passkey',
    target: ['userId'],
    access: 'public',
    tag,
    summary: 'Log in with a passkey that has verified its user',
    body: z
      .strictObject({ credential: PasskeyAssertion })
      .meta({ example: { credential: assertionExample } }),
    keyless: 'session',
    answer: data(LoginAnswer),
    errors: ['PASSKEY_LOGIN_FAILED', 'PASSKEYS_UNAVAILABLE', 'ACCOUNT_DISABLED'],
    rateLimit: 'credentials',
  },
  createOptions: {
    method: 'POST',
    path: '/account/passkey/options',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Get the options for creating a passkey',
    keyless: 'secret',
    answer: data(PasskeyCreation),
    errors: ['PASSKEYS_UNAVAILABLE', 'TOO_MANY_PASSKEYS', 'REAUTHENTICATION_REQUIRED'],
    beforeEnrolment: true,
  },
  create: {
    method: 'POST',
    path: '/account/passkey',
    access: 'session',
    caller: 'person',
    tag,
    summary: 'Add a passkey; ends sessions without a second factor',
    body: z
      .strictObject({ name: f.text(PASSKEY_NAME_MAX), credential: PasskeyAttestation })
      .meta({ example: { name: 'MacBook', credential: attestationExample } }),
    keyless: 'secret',
    answer: data(
      z
        .object({
          passkey: OwnPasskey,
          recoveryCodes: z
            .array(z.string())
            .nullable()
            .meta({ description: 'Shown only once; null if the account has recovery codes already' }),
        })
        .meta({ id: 'PasskeyAdded' }),
    ),
    errors: [
      'PASSKEY_REFUSED',
      'PASSKEY_TAKEN',
      'PASSKEYS_UNAVAILABLE',
      'TOO_MANY_PASSKEYS',
      'REAUTHENTICATION_REQUIRED',
    ],
    beforeEnrolment: true,
  },
  rename: {
    method: 'PUT',
    path: '/account/passkey',
    target: ['passkeyId'],
    access: 'session',
    caller: 'person',
    tag,
    summary: "Rename one of the caller's passkeys",
    body: z.strictObject({ passkeyId: f.id, name: f.text(PASSKEY_NAME_MAX) }),
    answer: data(OwnPasskey),
    errors: ['NOT_FOUND'],
  },
  remove: {
    method: 'DELETE',
    path: '/account/passkey/{passkeyId}',
    target: ['passkeyId'],
    access: 'session',
    caller: 'person',
    tag,
    summary:
      'Remove one of the own passkeys; the last factor takes the password and a factor, both proven lately',
    params: z.object({ passkeyId: f.queryId }),
    answer: data(z.null()),
    errors: ['REAUTHENTICATION_REQUIRED'],
  },
} as const satisfies RouteTable

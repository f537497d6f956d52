import { z } from 'zod'
import * as f from '../fields.ts'
import { DATA_CONSENT } from './consent-texts.ts'
import { data, type RouteTable } from '../route.ts'
import { choice } from '../words.ts'

const CONSENT_ENDS = ['withdrawn', 'renewed'] as const
const consentEnd = choice(CONSENT_ENDS, {
  withdrawn: { 'zh-CN': '已撤回', en: 'Withdrawn' },
  renewed: { 'zh-CN': '已由新版本取代', en: 'Replaced by a newer version' },
})
const consentVersion = z.string().meta({ description: 'Version of the text', example: DATA_CONSENT.version })

export const DataConsent = z
  .object({
    version: consentVersion,
    text: z.string().meta({ description: 'What is asked for, in the language of the request' }),
    isGiven: z.boolean().meta({ description: 'Whether the current version is agreed to' }),
    givenTime: z.string().nullable(),
    records: z
      .array(
        z.object({
          version: consentVersion,
          givenTime: z.string(),
          endedTime: z.string().nullable(),
          endedBecause: consentEnd.nullable(),
        }),
      )
      .meta({ description: 'Every consent given so far, newest first' }),
  })
  .meta({ id: 'DataConsent' })
export type DataConsent = z.infer<typeof DataConsent>

const CONSENT_VERSION_MAX = 40
export const DataConsentGive = z.strictObject({
  version: f.text(CONSENT_VERSION_MAX).meta({ description: 'Version of the text that was shown' }),
})
export type DataConsentGive = z.output<typeof DataConsentGive>

const tag = 'Labor agreements'

export const consentRoutes = {
  get: {
    method: 'GET',
    path: '/business/dataConsent',
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: "Read the caller's consent to the use of identity and bank data",
    answer: data(DataConsent),
  },
  give: {
    method: 'POST',
    path: '/business/dataConsent',
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: 'Agree to the use of identity and bank data, which filling in and signing need',
    body: DataConsentGive,
    answer: data(DataConsent),
    errors: ['CONSENT_OUTDATED'],
  },
  withdraw: {
    method: 'DELETE',
    path: '/business/dataConsent',
    access: ['doctor'],
    caller: 'person',
    tag,
    summary: 'Withdraw the consent: the data are put to no new use until it is given again',
    answer: data(DataConsent),
  },
} as const satisfies RouteTable

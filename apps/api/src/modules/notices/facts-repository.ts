import { part } from '../../infra/db/statements/query-parts.ts'

const SETTING = part.selectFrom('notice_setting').select(['user_id', 'quiet_from', 'quiet_until', 'language'])

/** When somebody wants to be left alone, and in which language notices come. */
export const settingFacts = <A extends string>(alias: A) => SETTING.as(alias)

const PREFERENCE = part.selectFrom('notice_preference').select(['user_id', 'kind', 'mode', 'sms', 'mail'])

/** How somebody wants to be told of a kind of notice. */
export const preferenceFacts = <A extends string>(alias: A) => PREFERENCE.as(alias)

const TEMPLATE = part.selectFrom('notice_template').select(['kind', 'version', 'zh', 'en'])

/** A version of the text that the operator has written for a kind of notice. */
export const templateFacts = <A extends string>(alias: A) => TEMPLATE.as(alias)

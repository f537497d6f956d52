import { z } from 'zod'
import type { Language } from '../errors.ts'
import type { IdType } from './identity.ts'
import { choice, said } from '../words.ts'

/** The codes of ISO 3166-1; their names are those of the runtime (CLDR). */
export const REGIONS: readonly string[] =
  `AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA
  CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB
  GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG
  KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV
  MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB
  SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US
  UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW`.split(/\s+/)

/** As forms of the tax authority name them, which differs from CLDR. */
const REGIONS_OF_CHINA: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  HK: { 'zh-CN': '中国香港', en: 'Hong Kong, China' },
  MO: { 'zh-CN': '中国澳门', en: 'Macao, China' },
  TW: { 'zh-CN': '中国台湾', en: 'Taiwan, China' },
}

/** The name of a country or region: `FR` → `法国`; the code itself where the runtime knows no name. */
export const regionName = (code: string, language: Language): string =>
  REGIONS_OF_CHINA[code]?.[language] ?? new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? code

const NO_REGION = said('请选择国家或地区', 'Choose a country or region')
/** A code of ISO 3166-1 with two letters. */
export const region = z
  .string()
  .refine((code) => REGIONS.includes(code), NO_REGION)
  .meta({ description: 'Country or region: two letters of ISO 3166-1', example: 'FR' })

export const SEXES = ['male', 'female'] as const
export const SEX_LABELS = {
  male: { 'zh-CN': '男', en: 'Male' },
  female: { 'zh-CN': '女', en: 'Female' },
} as const
export const Sex = choice(SEXES, SEX_LABELS)
export type Sex = z.infer<typeof Sex>

/** Ages that somebody who is paid for labor can have. */
export const PAYEE_AGE_MIN = 16
export const PAYEE_AGE_MAX = 120

const yearsBefore = (today: string, years: number): string => {
  const year = String(Number(today.slice(0, 'yyyy'.length)) - years).padStart('yyyy'.length, '0')
  return year + today.slice('yyyy'.length)
}

/** The message, made with `said`, why nobody who is paid today was born on a day; null if somebody can be. */
export function birthDateProblem(birthDate: string, today: string): string | null {
  if (birthDate >= today) return said('出生日期须早于今天', 'The date of birth must be in the past')
  // Both sides are compared as text, so 29 February needs no rule of its own.
  if (birthDate > yearsBefore(today, PAYEE_AGE_MIN))
    return said(
      `须年满${PAYEE_AGE_MIN}周岁，请检查出生日期`,
      `Check the date of birth: under ${PAYEE_AGE_MIN} years`,
    )
  if (birthDate <= yearsBefore(today, PAYEE_AGE_MAX + 1))
    return said(
      `年龄超过${PAYEE_AGE_MAX}周岁，请检查出生日期`,
      `Check the date of birth: over ${PAYEE_AGE_MAX} years`,
    )
  return null
}

/** What the tax authority asks of a person beside the name. */
export const PAYEE_FACTS = ['idCardNo', 'nationality', 'sex', 'birthDate'] as const
export const PAYEE_FACT_LABELS = {
  idCardNo: { 'zh-CN': '证件号码', en: 'document number' },
  nationality: { 'zh-CN': '国籍（地区）', en: 'nationality' },
  sex: { 'zh-CN': '性别', en: 'sex' },
  birthDate: { 'zh-CN': '出生日期', en: 'date of birth' },
} as const
export const PayeeFact = choice(PAYEE_FACTS, PAYEE_FACT_LABELS)
export type PayeeFact = z.infer<typeof PayeeFact>

/** The list in a language: `国籍（地区）、性别`. */
export const factsInWords = (facts: readonly PayeeFact[], language: Language): string =>
  facts.map((fact) => PAYEE_FACT_LABELS[fact][language]).join(language === 'en' ? ', ' : '、')

/**
 * Facts that a profile has to state, since the document does not: the number of a resident card contains sex and date of
 * birth, and a permit is issued in one region only.
 */
export const FACTS_TO_STATE: Readonly<Record<IdType, readonly Exclude<PayeeFact, 'idCardNo'>[]>> = {
  residentCard: [],
  passport: ['nationality', 'sex', 'birthDate'],
  hkMacauPermit: ['sex', 'birthDate'],
  taiwanPermit: ['sex', 'birthDate'],
}

export const missingFacts = z
  .array(PayeeFact)
  .meta({ description: 'What the tax authority asks for and the profile does not have' })

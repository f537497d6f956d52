import { idCardCheck, type AuditStatus } from '@consilium/contract/experts/experts.ts'
import { creditCodeCheck } from '@consilium/contract/organizations/organizations.ts'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import type { PlannedExpert, PlannedOrganization, PlannedPerson, StaffMember } from '../data-set.ts'
import * as words from './people-words.ts'
import type { Random } from '../random.ts'

export const INITIAL_PASSWORD = 'Consilium-start-1'

/** Invented people that nobody can mistake for real ones. */
export interface Population {
  /** Test numbers of development mode, which no operator assigns. */
  phone(): string
  /** One that development's file of messages refuses for good. */
  refusedPhone(): string
  name(): string
  englishName(): string
  city(): words.City
}

/** `mark` is a digit that distinguishes the phones of two data sets in one installation. */
export function createPopulation(random: Random, mark: number): Population {
  const taken = new Set<string>()
  const unused = (make: () => string): string => {
    for (;;) {
      const made = make()
      if (taken.has(made)) continue
      taken.add(made)
      return made
    }
  }
  return {
    phone: () => unused(() => `10${mark}${random.digits(8)}`),
    refusedPhone: () => unused(() => `109900${random.digits(5)}`),
    name: () => unused(() => random.pick(words.SURNAMES) + random.pick(words.GIVEN_NAMES)),
    englishName: () => random.pick(words.ENGLISH_NAMES),
    city: () => random.pick(words.CITIES),
  }
}

export const planStaff = (
  people: Population,
  roleType: StaffMember['roleType'],
  count: number,
  prefix: string,
): StaffMember[] =>
  Array.from({ length: count }, (_, index) => ({
    roleType,
    userName: `${prefix}.${roleType}${index + 1}`,
    name: people.name(),
    phone: people.phone(),
  }))

const POSITIONS = { supervisor: '督导专员', meetingExecutor: '会务经理' } as const
const DEPARTMENT = { supervisor: '合规部', meetingExecutor: '会务部' } as const

interface OrganizationPlace {
  orgType: OrgType
  orgName: string
  /** The prefix of its accounts' user names. */
  userName: string
  staff: number
  /** The number of accounts that get the demonstration's password. */
  entered: number
}

function planPerson(
  people: Population,
  { orgType, userName, entered }: OrganizationPlace,
  index: number,
): PlannedPerson {
  const role = index === 0 || orgType === 'sponsor' ? 'supervisor' : 'meetingExecutor'
  return {
    name: people.name(),
    phone: people.phone(),
    userName: `${userName}.${role === 'supervisor' ? 'supervisor' : 'meeting'}${index + 1}`,
    password: INITIAL_PASSWORD,
    department: DEPARTMENT[role],
    position: POSITIONS[role],
    role,
    bankRegion: people.city().region,
    entered: index < entered,
  }
}

/** A valid code in a region of no county, so that no real organization has it. */
export function creditCodeOf(phone: string): string {
  const first17 = `91999999${phone.slice(-9)}`
  return first17 + creditCodeCheck(first17)
}

export function planOrganization(
  random: Random,
  people: Population,
  place: OrganizationPlace,
): PlannedOrganization {
  const { orgType, orgName, userName, staff } = place
  const isSponsor = orgType === 'sponsor'
  const phone = people.phone()
  return {
    orgType,
    orgName,
    businessNature: random.pick(isSponsor ? words.SPONSOR_NATURES : words.EXECUTOR_NATURES),
    userName,
    phone,
    creditCode: creditCodeOf(phone),
    name: people.name(),
    surchargeRate: !isSponsor && random.chance(0.3) ? '0.035' : null,
    people: Array.from({ length: staff }, (_, index) => planPerson(people, place, index)),
  }
}

/** The check character is valid, but the region code is that of a whole city, which no real card has. */
const CITY_CODES = ['110100', '310100', '440100', '330100', '510100', '420100']

function planIdCard(random: Random): string {
  const birth = `${random.int(1958, 1990)}${String(random.int(1, 12)).padStart(2, '0')}${String(random.int(1, 28)).padStart(2, '0')}`
  const first17 = `${random.pick(CITY_CODES)}${birth}${random.digits(3)}`
  return first17 + idCardCheck(first17)
}

/** The last digit with which the others pass the check of account numbers (Luhn). */
function accountCheck(digits: string): number {
  const sum = [...digits].toReversed().reduce((total, digit, place) => {
    const value = Number(digit) * (place % 2 === 0 ? 2 : 1)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return (10 - (sum % 10)) % 10
}

/** An account of 19 digits with a right check digit. */
export function planAccount(random: Random): string {
  const first18 = `6222${random.digits(14)}`
  return `${first18}${accountCheck(first18)}`
}

const ENGLISH_SHARE = 0.08

function planProfession(random: Random, people: Population) {
  const [title, department, city] = [random.pick(words.TITLES), random.pick(words.DEPARTMENTS), people.city()]
  if (random.chance(ENGLISH_SHARE))
    return {
      name: people.englishName(),
      unit: random.pick(words.ENGLISH_HOSPITALS),
      department: department.en,
      title: title.en,
      bankRegion: city.region,
    }
  return {
    name: people.name(),
    unit: `${city.zh}${random.pick(words.HOSPITALS)}`,
    department: department.zh,
    title: title.zh,
    bankRegion: city.region,
  }
}

export interface ExpertPlace {
  audit: AuditStatus
  active: boolean
  /** No text message reaches it. */
  isRefused?: boolean
  /** A non-resident with a passport. */
  isForeign?: boolean
}

const planPassport = (random: Random) => ({
  idType: 'passport' as const,
  idCardNo: `G${random.digits(7)}`,
  taxResidence: 'nonResident' as const,
  nationality: random.pick(['FR', 'DE', 'SG', 'JP']),
  sex: random.pick(['male', 'female'] as const),
  birthDate: `${random.int(1958, 1985)}-05-20`,
})

/** Only experts who are approved or sign have given identity and bank details. */
export function planExpert(
  random: Random,
  people: Population,
  { audit, active, isRefused = false, isForeign = false }: ExpertPlace,
): PlannedExpert {
  const { bankRegion, ...profession } = planProfession(random, people)
  const profile = { phone: isRefused ? people.refusedPhone() : people.phone(), ...profession }
  if (audit === 'pending' && !active) return { profile, audit, active, hasIdentityCard: random.chance(0.4) }
  const payment = {
    ...(isForeign ? planPassport(random) : { idCardNo: planIdCard(random) }),
    bankName: random.pick(words.BANKS),
    bankAccount: planAccount(random),
    bankRegion,
  }
  return { profile: { ...profile, ...payment }, audit, active, hasIdentityCard: random.chance(0.25) }
}

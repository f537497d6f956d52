import { checkCharacter, organizationCheck, TAX_ID_CHARACTERS } from '../src/fields/tax-id.ts'
import type { Random } from './random.ts'

/** Parts of made-up names. A company or person with such a name exists only by coincidence. */
const CITIES = `
  北京 上海 深圳 广州 杭州 南京 武汉 成都 重庆 天津 青岛 宁波 厦门 苏州 西安 长沙
  郑州 合肥 济南 福州
`
  .trim()
  .split(/\s+/)
const WORDS = `
  华信 鑫源 瑞康 中科 恒通 嘉禾 天诚 博雅 明远 盛达 金桥 宏图 弘毅 安康 泰和 德馨
  汇智 云帆 凌锐 睿联 诺亚 星辰 东方 环宇 百川 卓越 佳仕 欣旺 鼎盛 迈瑞 赛诺 康泰
  仁和 众诚 普惠 融创 通达 万邦 启航
`
  .trim()
  .split(/\s+/)
const TRADES = `
  医药科技 会议服务 信息技术 文化传播 医疗器械 商务咨询 企业管理 酒店管理 餐饮管理
  国际旅行社 印务 生物工程 电子商务 网络科技 广告传媒 健康管理 展览服务 供应链管理 汽车租赁
  物业服务
`
  .trim()
  .split(/\s+/)
const FORMS = `
  有限公司 有限公司 有限责任公司 股份有限公司 有限公司第一分公司 集团有限公司 （上海）有限公司
  有限公司北京分公司
`
  .trim()
  .split(/\s+/)
const SURNAMES = [...'王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕']
const GIVEN_NAMES = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平刚桂英华玉兰建国文婷雪梅志鹏宇欣怡晨曦浩然']
const BANKS = ['工商', '建设', '农业', '招商', '民生']
const DISTRICTS = `
  110105 310115 440300 330106 320102 420100 510107
  500112 370202 350203
`
  .trim()
  .split(/\s+/)
const DIGITS = 10
/** Eight characters of a tax id identify the organization, and a ninth checks them; most of them are digits. */
const ORGANIZATION_LENGTH = 8

export interface Party {
  name: string
  taxId: string
  address: string
  bank: string
}

export function makeTaxId(random: Random): string {
  const characters = Array.from(
    { length: ORGANIZATION_LENGTH },
    () => TAX_ID_CHARACTERS[random.below(random.chance(0.6) ? DIGITS : TAX_ID_CHARACTERS.length)],
  )
  const organization = characters.join('')
  const first = `91${random.pick(DISTRICTS)}${organization}${organizationCheck(organization)}`
  return first + checkCharacter(first)
}

export const makePerson = (random: Random): string =>
  random.pick(SURNAMES) + random.pick(GIVEN_NAMES) + (random.chance(0.6) ? random.pick(GIVEN_NAMES) : '')

export const makeCity = (random: Random): string => random.pick(CITIES)

function makeCompany(random: Random): string {
  const second = random.chance(0.3) ? random.pick(WORDS) : ''
  return makeCity(random) + random.pick(WORDS) + second + random.pick(TRADES) + random.pick(FORMS)
}

export function makeParty(random: Random): Party {
  const street = `${makeCity(random)}市${random.pick(WORDS)}路${1 + random.below(900)}号`
  return {
    name: makeCompany(random),
    taxId: makeTaxId(random),
    address: `${street} 0${random.digits(2)}-${random.digits(8)}`,
    bank: `中国${random.pick(BANKS)}银行${makeCity(random)}支行${random.digits(16)}`,
  }
}

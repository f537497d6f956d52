import type { FoundValue } from '../fields.ts'

/** The words that labels use for the two parties, in all layouts of invoices. */
export const BUYER = /购买方|购货方|购货单位|购方|买方|受票方|付款方|付款单位|交款人|客户/u
export const SELLER = /销售方|销货方|销货单位|销方|售方|卖方|收款方|收款单位|开票方|填开单位/u
/**
 * "名称" alone is the label of a party's name. After other ideographs ("项目名称", "服务名称") it is one only if they name a
 * party, or belong to the vertical label beside it. Where the detection divides 称, its left half is read as 禾 and the whole of it again.
 */
export const NAME_LABEL =
  /(?:(?:购买方|购货方|购方|买方|受票方|付款方|销售方|销货方|销方|卖方|收款方|开票方|[购销]货单位)\s?(?:信息)?\s?|(?<!\p{Script=Han})|(?<=(?:^|[\s\p{P}])[购买销售方信息货]))名\s*(?:禾\s*)?称|(?:付款单位|收款单位|填开单位|交款人)(?:\([章名称]*\))?(?!统一|\p{Script=Han})/gu
export const TAX_LABEL =
  /(?:统\s?一\s?社\s?会\s?信\s?用\s?代\s?码\s?[^\d\t:]{0,2}\s?)?(?:纳\s?税\s?人\s?)?识\s?别\s?号|(?:统\s?一\s?社\s?会\s?)?信\s?用\s?代\s?码(?!.{0,3}纳\s?税)|税\s?号(?!码)/gu
/** A value ends where another label begins. */
export const ANY_LABEL =
  /(?:购买方|销售方|购货方|销货方|受票方)|名\s*称\s*:|统\s?一\s?社\s?会|纳\s?税\s?人\s?识|地\s*址|开\s*户\s*行|电\s*话\s*:|密\s?码\s?区|识\s?别\s?号|信\s?用\s?代\s?码|收\s?款\s?人|开\s?票\s?人/u
/** Words of the form below a party, which do not continue its name. */
export const FORM_WORDS = /项目|货物|规格|数量|单价|金额|税率|税额|合计|备注|日期|号码/u
export const NAME = /[^\t\p{Script=Han}A-Za-z]{0,12}[\p{Script=Han}A-Za-z][^\t]*/u
export const TAX_ID = /[0-9A-Za-z](?: ?[0-9A-Za-z]){14,19}(?![0-9A-Za-z])/u
/** Text without a label that may be a name, and parts that show that it is not. */
export const NAME_CHARACTERS = /^[\p{Script=Han}()A-Za-z0-9]*$/u
export const NO_NAME = /专用章|服务名称|发票|税务|监制|支行|分行|银行|地址|电话|收款|复核|开票|\d号/u
export const ORGANIZATION =
  /(?:公司|中心|医院|大学|学院|学校|学会|协会|研究所|研究院|事务所|酒店|宾馆|委员会|商行|门市部|经营部|服务部|经销部|旅行社|分社|合作社|药房|超市|厂|店|局|院|社|馆)(?:\([^()]{0,12}\))?$/u
/** Labels of a party's name as they are misread: one of the two characters is lost or wrong. Only for places where parties are printed. */
export const LOOSE_NAME_LABEL =
  /(?<=^|[\t ]|[购买销售方信息])(?:[名各多夕客]\s?[^\s\d:]?|[称秋稱弥祢你])\s?[:;.](?=.)|(?<=^|\t)[名称](?=[\t ]\p{Script=Han}{4})/gu
/** The name of a person, which has nothing by which it could be told from other words. */
export const PERSON = /^\p{Script=Han}{2,4}$/u
/** Characters of the security area, which follow an empty name on old invoices. */
export const SECURITY_AREA = /[<>+*/-].*[<>+*/-]/

export type Role = 'buyer' | 'seller'

export interface PartyValues {
  name: FoundValue | null
  taxId: FoundValue | null
}

export type Parties = Record<`${Role}_name` | `${Role}_tax_id`, FoundValue | null>

import { dictionaryRoutes } from '@consilium/contract/dictionaries/dictionaries.ts'
import { DEPARTMENTS, TITLES } from './plan/people-words.ts'
import { unlessThere, type Player } from './platform.ts'
import { PLAN_CATEGORIES, PROJECT_FORMS } from './plan/project-words.ts'

interface Labels {
  value: string
  zh: string
  en: string
}

const keyOf = (english: string) => english.toLowerCase().replace(/\W+/g, '_')
const keyed = ({ zh, en }: { zh: string; en: string }): Labels => ({ value: keyOf(en), zh, en })

const DICTIONARIES = [
  { dictType: 'plan_category', dictName: '方案类别', dictNameEn: 'Plan category', values: PLAN_CATEGORIES },
  { dictType: 'project_form', dictName: '项目形式', dictNameEn: 'Form of project', values: PROJECT_FORMS },
  { dictType: 'department', dictName: '科室', dictNameEn: 'Department', values: DEPARTMENTS.map(keyed) },
  { dictType: 'professional_title', dictName: '职称', dictNameEn: 'Title', values: TITLES.map(keyed) },
]

const addType = (admin: Player, body: Record<'dictType' | 'dictName' | 'dictNameEn', string>) =>
  unlessThere('DICT_EXISTS', admin.call(dictionaryRoutes.createType, { body }))

async function addValue(admin: Player, dictType: string, { value, zh, en }: Labels, dictSort: number) {
  const body = { dictType, dictValue: value, dictLabel: zh, dictLabelEn: en, dictSort }
  await unlessThere('DICT_EXISTS', admin.call(dictionaryRoutes.createData, { body }))
}

export async function fillDictionaries(admin: Player): Promise<void> {
  for (const { values, ...type } of DICTIONARIES) {
    await addType(admin, type)
    for (const [place, value] of values.entries()) await addValue(admin, type.dictType, value, place)
  }
}

const MARK = { dictType: 'demo_data', dictName: '演示数据', dictNameEn: 'Demonstration data' }
const FILLED = 'filled'

/** The mark that `markFilled` stored, or null if no run has finished. */
export async function readMark(admin: Player): Promise<string | null> {
  const query = { dictType: MARK.dictType }
  const { rows } = await admin.call(dictionaryRoutes.listData, { query })
  return rows.find(({ dictValue }) => dictValue === FILLED)?.dictLabelEn ?? null
}

export async function markFilled(admin: Player, { zh, en }: { zh: string; en: string }): Promise<void> {
  await addType(admin, MARK)
  await addValue(admin, MARK.dictType, { value: FILLED, zh, en }, 0)
}

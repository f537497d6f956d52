import { hospitalRoutes } from '@consilium/contract/hospitals/hospitals.ts'
import { CITIES, ENGLISH_HOSPITALS, HOSPITALS } from '../plan/people-words.ts'
import type { Player } from '../platform.ts'

/** Units of other cities wait until somebody says which hospital they are. */
const CITIES_KNOWN = 10
const LEVELS = ['三级甲等', '三级乙等', '二级甲等'] as const
const TITLES = '医院名称,别名,省份,城市,医院等级'

const rowsOf = ({ zh, region }: (typeof CITIES)[number], city: number) =>
  HOSPITALS.map((name, place) =>
    [
      `${zh}${name}`,
      `${zh}市${name}`,
      region.split(' ')[0],
      `${zh}市`,
      LEVELS[(city + place) % LEVELS.length],
    ].join(','),
  )

/** A manager imports most hospitals that experts name as their units. */
export async function fillHospitals({ call }: Player): Promise<void> {
  const { total } = await call(hospitalRoutes.list, {})
  if (total > 0) return
  const [abroad] = ENGLISH_HOSPITALS
  const rows = [...CITIES.slice(0, CITIES_KNOWN).flatMap(rowsOf), `${abroad},,,,`]
  await call(hospitalRoutes.import, { file: new File([[TITLES, ...rows].join('\n')], 'hospitals.csv') })
}

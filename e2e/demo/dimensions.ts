import type { DimensionKind } from '@consilium/contract/dimensions/dimension-record.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import type { OrganizationThere } from './organizations.ts'
import type { Player } from './platform.ts'

/** Sponsors that keep dictionaries. */
const SPONSORS = 2
/** Projects of each of them that carry a product. */
const PROJECTS = 6

const ENTRIES: readonly Readonly<Record<DimensionKind, readonly string[]>>[] = [
  {
    product: ['瑞舒伐他汀钙片', '沙库巴曲缬沙坦钠片', '达格列净片'],
    costCenter: ['心血管产品线', '医学事务'],
    department: ['市场部', '医学部'],
  },
  {
    product: ['注射用曲妥珠单抗', '奥希替尼片'],
    costCenter: ['肿瘤产品线', '学术推广'],
    department: ['肿瘤事业部', '合规部'],
  },
]
const PREFIXES = { product: 'P', costCenter: 'C', department: 'D' } as const

/** Adds the entries of a sponsor that has none, and returns its products. */
async function entriesOf({ main }: OrganizationThere, place: number): Promise<number[]> {
  const query = { kind: 'product', orderByColumn: 'code', isAsc: 'asc' } as const
  const productIds = async () =>
    (await main.call(dimensionRoutes.list, { query })).rows.map(({ dimensionId }) => dimensionId)
  const there = await productIds()
  if (there.length > 0) return there
  // Products come last: whoever has them has all.
  for (const kind of ['department', 'costCenter', 'product'] as const) {
    const rows = ENTRIES[place]![kind].map((name, index) => `${PREFIXES[kind]}-${index + 1}01,${name}`)
    const file = new File([['编码,名称', ...rows].join('\n')], 'entries.csv')
    await main.call(dimensionRoutes.import, { query: { kind }, file })
  }
  return productIds()
}

/** Two sponsors keep dictionaries, and some of their projects carry a product. */
export async function fillDimensions(
  organizations: readonly OrganizationThere[],
  projects: readonly Project[],
  manager: Player,
): Promise<void> {
  const sponsors = organizations.filter(({ planned }) => planned.orgType === 'sponsor').slice(0, SPONSORS)
  for (const [place, sponsor] of sponsors.entries()) {
    const products = await entriesOf(sponsor, place)
    const own = projects
      .filter(({ sponsorAdminUserIds }) => sponsorAdminUserIds.includes(sponsor.main.userId))
      .slice(0, PROJECTS)
    for (const [index, { projectId }] of own.entries()) {
      const project = await manager.call(projectRoutes.get, { params: { projectId } })
      const chosen = products[index % products.length]!
      if (project.products.length > 0) continue
      const productIds = [chosen]
      await manager.call(projectRoutes.update, { body: { projectId, version: project.version, productIds } })
    }
  }
}

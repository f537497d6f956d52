import { organizationRoutes, type Organization } from '@consilium/contract/organizations/organizations.ts'
import type { OrgType } from '@consilium/contract/persons/persons.ts'
import type { Option } from '../../lib/dictionary.ts'
import { type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'

const CHOICES = '20'

const source = (orgType: OrgType | null): OptionSource => ({
  route: organizationRoutes.list,
  query: (keyword) => ({
    pageSize: CHOICES,
    ...(orgType ? { orgType } : {}),
    ...(keyword === '' ? {} : { orgName: keyword }),
  }),
  options: (rows) =>
    (rows as Organization[]).map(({ orgId, orgName }) => ({ value: String(orgId), label: orgName })),
})

const SOURCES = { any: source(null), sponsor: source('sponsor'), executor: source('executor') }

interface OrganizationFieldProps {
  label?: string
  'aria-labelledby'?: string
  error?: boolean
  known?: readonly Option[]
  kind: keyof typeof SOURCES
  value: number | null
  onChange: (orgId: number | null) => void
}

/** Choice of an organization by a part of its name. */
export const OrganizationField = ({ kind, ...props }: OrganizationFieldProps) => (
  <RemoteSelect source={SOURCES[kind]} {...props} />
)

import { organizationRoutes, type Organization } from '@consilium/contract/organizations/organizations.ts'
import type { OptionSource } from '../../components/forms/option-source.ts'

const CHOICES = '20'

/** Sponsors as organizations, for managers, who keep dictionaries of several. */
export const sponsorOrganizations: OptionSource = {
  route: organizationRoutes.list,
  query: (keyword) => ({
    pageSize: CHOICES,
    orgType: 'sponsor',
    ...(keyword === '' ? {} : { orgName: keyword }),
  }),
  options: (rows) =>
    (rows as Organization[]).map(({ orgId, orgName }) => ({ value: String(orgId), label: orgName })),
}

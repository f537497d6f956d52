import {
  DIMENSION_FIELDS,
  type CarriedDimension,
  type DimensionFields as Carried,
} from '@consilium/contract/dimensions/carried-dimensions.ts'
import { DIMENSION_KINDS, type DimensionKind } from '@consilium/contract/dimensions/dimension-record.ts'
import { dimensionRoutes } from '@consilium/contract/dimensions/dimensions.ts'
import { projectRoutes } from '@consilium/contract/projects/projects.ts'
import { Fieldset, SimpleGrid, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CustomField } from '../../components/forms/fields.tsx'
import { useFormAround } from '../../components/forms/record-form.tsx'
import { keywordOptions, type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteMultiSelect } from '../../components/forms/remote-select.tsx'
import { recordQuery } from '../../lib/record-query.ts'
import { useComma } from '../../lib/format.ts'
import { useTexts } from '../../lib/texts.ts'
import { dimensionTexts } from './texts.ts'

const optionsOf = (entries: readonly CarriedDimension[]) =>
  entries.map(({ dimensionId, code, name }) => ({ value: String(dimensionId), label: `${code} ${name}` }))

interface KindsProps {
  sourceOf: (kind: DimensionKind) => OptionSource
  known: Carried | null
  hintOf: (kind: DimensionKind) => string
}

/** A field for the entries of each kind. */
function Kinds({ sourceOf, known, hintOf }: KindsProps) {
  const t = useTexts(dimensionTexts)
  return (
    <Fieldset legend={t('fields')}>
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {DIMENSION_KINDS.map((kind) => {
          const { ids, shown } = DIMENSION_FIELDS[kind]
          return (
            <CustomField key={kind} name={ids} description={hintOf(kind)}>
              {(value, set, labelled) => (
                <RemoteMultiSelect
                  {...labelled}
                  source={sourceOf(kind)}
                  known={optionsOf(known?.[shown] ?? [])}
                  value={Array.isArray(value) ? (value as number[]) : []}
                  onChange={(chosen) => set(chosen)}
                />
              )}
            </CustomField>
          )
        })}
      </SimpleGrid>
    </Fieldset>
  )
}

/** What a project carries: entries of its sponsors, which a new one has in its form. */
export function ProjectDimensions({ project }: { project: (Carried & { projectId: number }) | null }) {
  const t = useTexts(dimensionTexts)
  const sponsors = useFormAround().form.getValues()['sponsorAdminUserIds']
  const hintOf = () => t('projectHint')
  if (project) {
    const sourceOf = (kind: DimensionKind) =>
      keywordOptions(projectRoutes.dimensionOptions, { kind }, { projectId: project.projectId })
    return <Kinds sourceOf={sourceOf} known={project} hintOf={hintOf} />
  }
  if (!Array.isArray(sponsors) || sponsors.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('noSponsor')}
      </Text>
    )
  const sponsorAdminUserIds = sponsors.join(',')
  const sourceOf = (kind: DimensionKind) =>
    keywordOptions(dimensionRoutes.options, { kind, sponsorAdminUserIds })
  return <Kinds key={sponsorAdminUserIds} sourceOf={sourceOf} known={null} hintOf={hintOf} />
}

/** What a meeting has of its project, or narrower. */
export function MeetingDimensions({ meeting }: { meeting: (Carried & { projectId: number }) | null }) {
  const t = useTexts(dimensionTexts)
  const comma = useComma()
  const chosen = useFormAround().form.getValues()['projectId']
  const projectId = meeting?.projectId ?? (typeof chosen === 'number' ? chosen : 0)
  const { data: project } = useQuery({
    ...recordQuery(projectRoutes.get, { projectId }),
    enabled: projectId > 0,
  })
  if (!project || project.sponsorAdminUserIds.length === 0) return null
  const sourceOf = (kind: DimensionKind) =>
    keywordOptions(projectRoutes.dimensionOptions, { kind, forMeeting: 'true' }, { projectId })
  const hintOf = (kind: DimensionKind) => {
    const names = project[DIMENSION_FIELDS[kind].shown].map(({ name }) => name).join(comma)
    return names === '' ? t('meetingFree') : t('meetingHint', { names })
  }
  return <Kinds key={projectId} sourceOf={sourceOf} known={meeting} hintOf={hintOf} />
}

import { projectRoutes, type Project } from '@consilium/contract/projects/projects.ts'
import { CustomField } from '../../components/forms/fields.tsx'
import { type OptionSource } from '../../components/forms/option-source.ts'
import { RemoteSelect } from '../../components/forms/remote-select.tsx'

const CHOICES = '20'

const source: OptionSource = {
  route: projectRoutes.list,
  query: (keyword) => ({ pageSize: CHOICES, ...(keyword === '' ? {} : { projectName: keyword }) }),
  options: (rows) =>
    (rows as Project[]).map(({ projectId, projectName }) => ({
      value: String(projectId),
      label: projectName,
    })),
}

interface ProjectFieldProps {
  name: string
  label: string
  /** The project that the record already belongs to. */
  known?: { projectId: number | null; projectName: string | null } | null
}

/** Choice of a project within reach by a part of its name. */
export function ProjectField({ name, label, known }: ProjectFieldProps) {
  const options =
    known && known.projectId !== null
      ? [{ value: String(known.projectId), label: known.projectName ?? String(known.projectId) }]
      : []
  return (
    <CustomField name={name} label={label}>
      {(value, set, id) => (
        <RemoteSelect
          {...id}
          source={source}
          known={options}
          value={typeof value === 'number' ? value : null}
          onChange={(next) => set(next ?? '')}
        />
      )}
    </CustomField>
  )
}

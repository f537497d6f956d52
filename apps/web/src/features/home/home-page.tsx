import { Skeleton } from '@mantine/core'
import { onDemand } from '../../components/on-demand.tsx'
import { PageHeader } from '../../components/page-header.tsx'
import { useSession } from '../../lib/session/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { DoctorHome } from './doctor-home.tsx'
import { homeTexts } from './texts.ts'

// The expert's home is part of the page, since a phone would have to wait for another file.
const StaffHome = onDemand(() => import('./staff-home.tsx'), <Skeleton height={800} aria-busy />)

export function Page() {
  const t = useTexts(homeTexts)
  const { user } = useSession()
  return (
    <>
      <PageHeader title={t('hello', { name: user.name })} />
      {user.roleType === 'doctor' ? <DoctorHome /> : <StaffHome />}
    </>
  )
}

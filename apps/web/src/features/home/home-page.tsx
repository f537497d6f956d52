import { lazy, Suspense } from 'react'
import { PageHeader } from '../../components/page-header.tsx'
import { useSession } from '../../lib/session.ts'
import { useTexts } from '../../lib/texts.ts'
import { homeTexts } from './texts.ts'

const DoctorHome = lazy(() => import('./doctor-home.tsx'))
const StaffHome = lazy(() => import('./staff-home.tsx'))

export function Page() {
  const t = useTexts(homeTexts)
  const { user, person, expert } = useSession()
  return (
    <>
      <PageHeader title={t('hello', { name: expert?.name ?? person?.name ?? user.userName })} />
      <Suspense>{user.roleType === 'doctor' ? <DoctorHome /> : <StaffHome />}</Suspense>
    </>
  )
}

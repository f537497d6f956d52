import { useLocation } from '@tanstack/react-router'
import { PlainLink } from '../components/links.tsx'
import { menuFor } from '../lib/menu/menu.ts'
import { menuTexts } from '../lib/menu/menu-texts.ts'
import { useSession } from '../lib/session/session.ts'
import { useTexts } from '../lib/texts.ts'
import classes from './shell.module.css'
import { shellTexts } from './texts.ts'

/** The pages that experts go to and fro between, with names that fit a fifth of a phone. */
const THUMBS = {
  '/': null,
  '/my-meetings': 'thumbMeetings',
  '/my-agreements': 'thumbAgreements',
  '/messages': null,
  '/my-profile': 'thumbProfile',
} as const
type Thumb = keyof typeof THUMBS

const isThumb = (to: string): to is Thumb => to in THUMBS

/** On a phone the menu of experts is also within reach of the thumb. */
export function ThumbBar() {
  const t = useTexts(shellTexts)
  const m = useTexts(menuTexts)
  const profile = useSession()
  const { pathname } = useLocation()
  if (profile.user.roleType !== 'doctor') return null
  const seen = menuFor(profile).flatMap((group) => group.entries)
  const entries = Object.keys(THUMBS).flatMap((path) => seen.filter(({ to }) => to === path))
  return (
    <nav className={classes.thumbs} aria-label={t('thumbs')}>
      {entries.map(({ key, to, icon: Icon }) => {
        const name = isThumb(to) ? THUMBS[to] : null
        const isHere = pathname === to || (to !== '/' && pathname.startsWith(`${to}/`))
        return (
          <PlainLink
            key={to}
            to={to}
            className={classes.thumb}
            {...(isHere ? { 'aria-current': 'page' } : {})}
          >
            <Icon size={22} stroke={1.6} aria-hidden />
            {name === null ? m(key) : t(name)}
          </PlainLink>
        )
      })}
    </nav>
  )
}

import { isApproved, type Visit } from '../visit.ts'
import type { IconName } from '../parts/icon.tsx'

type Name =
  | 'home'
  | 'messages'
  | 'myAgreements'
  | 'myMeetings'
  | 'myPayments'
  | 'myPlans'
  | 'myProfile'
  | 'signUps'
  | 'thumbAgreements'
  | 'thumbMeetings'
  | 'thumbProfile'

export interface Entry {
  key: Name
  to: string
  icon: IconName
  /** Only for approved experts. */
  gated?: true
  /** Within reach of the thumb, with a name that fits a fifth of a phone. */
  thumb?: Name
}

const MENU: readonly Entry[] = [
  { key: 'home', to: '/', icon: 'home', thumb: 'home' },
  { key: 'myMeetings', to: '/my-meetings', icon: 'calendar', gated: true, thumb: 'thumbMeetings' },
  { key: 'myAgreements', to: '/my-agreements', icon: 'signature', gated: true, thumb: 'thumbAgreements' },
  { key: 'myPayments', to: '/my-payments', icon: 'cash', gated: true },
  { key: 'myPlans', to: '/my-plans', icon: 'bulb', gated: true },
  { key: 'signUps', to: '/sign-ups', icon: 'userPlus' },
  { key: 'myProfile', to: '/my-profile', icon: 'id', thumb: 'thumbProfile' },
  { key: 'messages', to: '/messages', icon: 'mail', thumb: 'messages' },
]

/** In the order in which thumbs find them. */
const THUMBS: readonly string[] = ['/', '/my-meetings', '/my-agreements', '/messages', '/my-profile']

export const menuFor = (visit: Pick<Visit, 'profile'>): Entry[] =>
  MENU.filter(({ gated }) => !gated || isApproved(visit))

export const thumbsFor = (visit: Pick<Visit, 'profile'>): Entry[] =>
  THUMBS.flatMap((path) => menuFor(visit).filter(({ to }) => to === path))

export const isHere = (path: string, to: string): boolean =>
  path === to || (to !== '/' && path.startsWith(`${to}/`))

import { WEB } from './house.ts'
import { type Rule, importRule } from './rule.ts'

const SOURCE = `${WEB}src/`
/** Bottom to top: a file imports from its own layer and from lower ones. */
const LAYERS: readonly string[] = ['lib', 'components', 'features', 'app']
/** Rendered on the server for visitors, without the portal's frame, session and styles. */
const PUBLIC_PAGES = 'publicity'

type Reasons = Readonly<Record<string, string>>
const SIGNING = 'an attendee is shown with its fee and its agreement'
const INVITING = 'whoever invites an expert is told how the caps stand'
const NOTICES = 'what was sent about a record stands on its page'
const CARRYING = 'projects and meetings carry products, cost centres and departments of sponsors'
const WAITING = 'a record says for whom its approval waits'
const GLANCE = 'meetings, fees and events are shown in the same way wherever they are shown in short'

/** Which feature may import which other one, with the reason. */
const FEATURE_IMPORTS: Readonly<Record<string, Reasons>> = {
  accounts: { security: 'what an administrator changes about an account asks for a recent proof' },
  attendance: {
    login: 'the page of helpers opens without a session, in the frame of the pages before the login',
  },
  attendees: { agreements: SIGNING, caps: INVITING, notices: NOTICES },
  batches: {
    payments: 'a payable is paid by itself or as a line of a batch, by the same payer',
    security: 'locking and releasing ask for a recent second factor',
  },
  'bank-presets': { approvals: WAITING },
  budgets: { approvals: WAITING },
  experts: {
    agreements: SIGNING,
    approvals: WAITING,
    caps: 'the page of an expert shows the association post that fee tiers are found by',
    overviews: GLANCE,
  },
  home: {
    agreements: SIGNING,
    gates: 'the home of an administrator offers the other preset of gates',
    overviews: GLANCE,
  },
  meetings: {
    approvals: WAITING,
    attendance: 'a tab of the meeting page',
    attendees: 'a tab of the meeting page',
    notices: NOTICES,
    caps: INVITING,
    gates: 'the stages of a meeting show what the next one needs',
    invoices: 'a tab of the meeting page',
    materials: 'a tab of the meeting page',
    overviews: GLANCE,
    dimensions: CARRYING,
    projects: 'a meeting belongs to a project that its form looks up',
  },
  organizations: { notices: 'an organization sees how many messages it may send' },
  plans: { projects: 'a plan belongs to a project that its form looks up' },
  projects: { dimensions: CARRYING, overviews: GLANCE },
  'publicity-intents': { intents: 'both kinds of intents are moved through the same states' },
  'special-plans': { persons: 'a special plan names an organization that its form looks up' },
}

/** The layer of a path and, in features, its feature. */
function placeOf(path: string): { layer: string; feature: string | undefined } | undefined {
  if (!path.startsWith(SOURCE)) return undefined
  const [layer = '', folder] = path.slice(SOURCE.length).split('/')
  return { layer, feature: layer === 'features' ? folder : undefined }
}

function judge(path: string, target: string): string | undefined {
  const [from, to] = [placeOf(path), placeOf(target)]
  if (!from || !to) return undefined
  if (from.layer === PUBLIC_PAGES || to.layer === PUBLIC_PAGES)
    return from.layer === to.layer ? undefined : 'the public pages and the portal share no code'
  const [lower, upper] = [LAYERS.indexOf(to.layer), LAYERS.indexOf(from.layer)]
  if (lower === -1 || upper === -1) return `a layer of the portal is one of ${LAYERS.join(', ')}`
  if (lower > upper) return `${to.layer} stands above ${from.layer}`
  if (from.feature === undefined || to.feature === undefined || from.feature === to.feature) return undefined
  return FEATURE_IMPORTS[from.feature]?.[to.feature] === undefined
    ? `feature ${from.feature} does not import feature ${to.feature} (scripts/layout/web.ts)`
    : undefined
}

export const webLayers: Rule = importRule(
  'web-layers',
  (path) => path.startsWith(SOURCE),
  ({ target }, { path }) => judge(path, target),
)

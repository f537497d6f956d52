import alert from '@tabler/icons/outline/alert-triangle.svg?raw'
import undo from '@tabler/icons/outline/arrow-back-up.svg?raw'
import bank from '@tabler/icons/outline/building-bank.svg?raw'
import bulb from '@tabler/icons/outline/bulb.svg?raw'
import camera from '@tabler/icons/outline/camera.svg?raw'
import calendar from '@tabler/icons/outline/calendar-event.svg?raw'
import calendarPlus from '@tabler/icons/outline/calendar-plus.svg?raw'
import cash from '@tabler/icons/outline/cash.svg?raw'
import certificate from '@tabler/icons/outline/certificate.svg?raw'
import check from '@tabler/icons/outline/check.svg?raw'
import checks from '@tabler/icons/outline/checks.svg?raw'
import down from '@tabler/icons/outline/chevron-down.svg?raw'
import back from '@tabler/icons/outline/chevron-left.svg?raw'
import next from '@tabler/icons/outline/chevron-right.svg?raw'
import circleCheck from '@tabler/icons/outline/circle-check.svg?raw'
import cloudOff from '@tabler/icons/outline/cloud-off.svg?raw'
import download from '@tabler/icons/outline/download.svg?raw'
import eraser from '@tabler/icons/outline/eraser.svg?raw'
import eye from '@tabler/icons/outline/eye.svg?raw'
import file from '@tabler/icons/outline/file.svg?raw'
import home from '@tabler/icons/outline/home.svg?raw'
import hourglass from '@tabler/icons/outline/hourglass.svg?raw'
import id from '@tabler/icons/outline/id.svg?raw'
import mail from '@tabler/icons/outline/mail.svg?raw'
import menu from '@tabler/icons/outline/menu-2.svg?raw'
import pencil from '@tabler/icons/outline/pencil.svg?raw'
import plus from '@tabler/icons/outline/plus.svg?raw'
import refresh from '@tabler/icons/outline/refresh-alert.svg?raw'
import settings from '@tabler/icons/outline/settings.svg?raw'
import share from '@tabler/icons/outline/share.svg?raw'
import signature from '@tabler/icons/outline/signature.svg?raw'
import textSmaller from '@tabler/icons/outline/text-decrease.svg?raw'
import textLarger from '@tabler/icons/outline/text-increase.svg?raw'
import trash from '@tabler/icons/outline/trash.svg?raw'
import upload from '@tabler/icons/outline/upload.svg?raw'
import stethoscope from '@tabler/icons/outline/stethoscope.svg?raw'
import userPlus from '@tabler/icons/outline/user-plus.svg?raw'
import x from '@tabler/icons/outline/x.svg?raw'

const ICONS = {
  alert,
  back,
  bank,
  bulb,
  calendar,
  calendarPlus,
  camera,
  cash,
  certificate,
  check,
  checks,
  circleCheck,
  cloudOff,
  download,
  eraser,
  eye,
  down,
  file,
  home,
  hourglass,
  id,
  mail,
  menu,
  next,
  pencil,
  plus,
  refresh,
  settings,
  share,
  signature,
  textLarger,
  textSmaller,
  undo,
  trash,
  upload,
  stethoscope,
  userPlus,
  x,
}
export type IconName = keyof typeof ICONS

/** The drawing alone: its size and its line are those of the style sheet. */
const drawingOf = (svg: string): string =>
  svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))

const drawings = new Map(Object.entries(ICONS).map(([name, svg]) => [name, drawingOf(svg)]))

/** A picture beside words that say the same. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg
    class="icon"
    viewBox="0 0 24 24"
    aria-hidden="true"
    dangerouslySetInnerHTML={{ __html: drawings.get(name)! }}
  />
)

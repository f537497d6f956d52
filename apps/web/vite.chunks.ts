import type { Rolldown } from 'vite'

const any = (...places: RegExp[]) => new RegExp(places.map(({ source }) => source).join('|'))

/**
 * Code that is needed together becomes one file: a phone waits for each file, and many small ones compress worse. Code
 * in none of these groups is split by the pages that use it. A group includes its dependencies unless a group above has
 * them, so small modules of light pages must come before the heavy ones.
 */
const GROUPS: readonly { name: string; test: RegExp }[] = [
  {
    name: 'page',
    test: any(
      /components\/(?:breadcrumbs|page-header|record-page|slow-note|on-demand|confirm)\.|lib\/format/,
      /icons\/Icon(?:ArrowBackUp|Check|ChevronRight|CircleCheck|Download|Pencil|Plus|RefreshAlert|Trash)\.mjs/,
      /components\/figures\./,
      /@mantine\/core\/esm\/components\/(?:Badge|Group|Paper|Skeleton|Title)\//,
    ),
  },
  {
    name: 'inputs',
    test: /@mantine\/core\/esm\/(?:components\/(?:Checkbox|Input|InputBase|TextInput)|utils\/InlineInput)\//,
  },
  {
    name: 'native',
    // With what the groups above leave of the kit's common code: lists and forms need it, light pages do not.
    test: any(
      /@mantine\/core\/esm\/components\/(?:NativeSelect\/|Combobox\/(?:ComboboxChevron|get-parsed-combobox-data))/,
      /@mantine\/core\/esm\/(?:components\/SimpleGrid|core)\//,
      /@mantine\/hooks\/esm\/(?:use-(?:debounced-callback|id|merged-ref|uncontrolled)|utils)\//,
    ),
  },
  {
    name: 'shapes',
    test: any(
      /node_modules\/zod\//,
      /contract\/src\/(?:accounts|envelope|fields|persons|projects|roles|route|spreadsheet)\.ts/,
    ),
  },
  {
    name: 'overlay',
    test: /@mantine\/core\/esm\/components\/(?:FocusTrap|Overlay|Portal|ScrollArea|Transition)\//,
  },
  {
    name: 'choice',
    test: /@floating-ui|@mantine\/core\/esm\/components\/(?:Combobox|Popover|Select)\//,
  },
  { name: 'dialog', test: /@mantine\/core\/esm\/components\/(?:Modal|ModalBase)\// },
  {
    name: 'list',
    test: /components\/(?:list\/(?:list-page|standard-columns|texts)|create-button|status-switch)\./,
  },
  // What no light page has: a file for each table would be smaller than its headers.
  { name: 'routes', test: /virtual:light-routes\// },
  { name: 'form', test: /components\/(?:fields|record-form|use-record-form)\./ },
]

/** Lower than that of the app itself. */
const priorityOf = (index: number) => GROUPS.length - index

export const chunks: Rolldown.OutputOptions['codeSplitting'] = {
  groups: [
    { name: 'app', tags: ['$initial'], priority: priorityOf(-1) },
    ...GROUPS.map((group, index) => ({ ...group, priority: priorityOf(index) })),
  ],
}

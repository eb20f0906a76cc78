/**
 * Which modules of the screens are one file each. What is loaded at the same time belongs together: small files are
 * compressed worse, each by itself, and the start names every file that may come later. In the order of their claims.
 */

interface Parts {
  /** Folders or files of Mantine's components and hooks. */
  mantine?: string
  icons?: string
  /** Beginnings of paths below node_modules/. */
  packages?: string
  /** Beginnings of paths of our own. */
  own?: string
}

const parts: Readonly<Record<string, Parts>> = {
  // What every form is made of, sign-in's first.
  forms: {
    mantine: 'PasswordInput',
    packages: '@mantine/form/ fast-deep-equal/ klona/',
    own: `web/client/forms. web/ui/form/FormErrors. web/ui/form/PasswordField. web/ui/form/typed-day.
      web/session/credentials. web/session/EnterButton. web/session/second-factor/PasskeyButton.
      web/session/second-factor/passkey-support. contract/api/sentences.`,
  },
  // What sign-in has in common with the lists, and with every page.
  inputs: { mantine: 'Input InputBase TextInput' },
  small: {
    mantine: `create-safe-context use-resolved-styles-api ActionIcon Stack use-id random-id use-uncontrolled CloseButton
      Alert List`,
    packages: `@tanstack/react-query/build/modern/use(Base|Suspense)?Query.
      @tanstack/react-query/build/modern/(suspense|errorBoundaryUtils|QueryErrorResetBoundary|IsRestoringProvider).
      @tanstack/query-core/build/modern/queryObserver.`,
    own: 'web/session/auth. web/client/drafts.',
  },
  // What every page has once somebody is signed in.
  page: {
    mantine: 'Skeleton Group use-disclosure get-auto-contrast-value create-event-handler use-merged-ref',
    icons: `BaselineDensity(Small|Medium|Large) Arrow(Down|Up|sSort) Search ChevronDown UserCheck Urgent CalendarTime Ban Bell Menu2
      AlertTriangle Heartbeat`,
    packages: '@tanstack/react-router/dist/esm/useLocation.',
    own: `web/client/live/(events|live|stream). web/links/StatCardLink. web/notifications/(device|placing|queries).
      contract/staff/notifications. web/records/(failures|steady). web/records/edit/differences.
      web/records/list/(RecordList|rows). web/session/hospital/logo. web/shell/(shortcuts|triggers|Shell.module).
      web/ui/StatusBadge. web/ui/use-phone. web/ui/BusyButton. web/ui/page/(PageHeader|Section|EmptyState|StatCard)
      web/ui/list/(ChoiceBar|DataTable|DensitySwitch|Pager|density|scanned)`,
  },
  // What nearly every list has besides, and boards have too.
  list: {
    mantine: `Badge Kbd use-hotkeys use-callback-ref use-debounced-(callback|value) noop DirectionProvider
      create-scoped-keydown-handler find-element-ancestor`,
    icons:
      'AdjustmentsHorizontal Selector Dots Plus Pencil Printer Candle ArrowBackUp ClockExclamation Calendar Chevron(Left|Right)',
    own: `contract/search/people. web/ui/form/first-hit. web/ui/list/(ListFilters|SearchField|ClearFilters|LateChoice|arrows)
      web/ui/list/FilterChip. web/ui/page/ListHeader. web/records/list/NoMatch. web/patients/words. web/ui/LatePopover. web/ui/form/LateCalendar. web/patients/identity/(PatientIdentity|RecordLink)`,
  },
  marks: { mantine: 'Checkbox/CheckIcon Radio/RadioIcon InlineInput InputsGroupFieldset' },
  // What opens above a page.
  above: {
    mantine: `FocusTrap Portal Overlay VisuallyHidden Popover Menu ModalBase Modal Drawer ScrollArea Paper
      Floating use-focus-(trap|return) use-click-outside use-long-press use-delayed-hover get-default-z-index
      get-single-element-child is-element close-on-escape get-context-item-index
      get-ref-prop use-window-event Accordion use-mantine-color-scheme use-color-scheme Divider
      get-style-object get-transition-props`,
    packages: `@floating-ui/ react-remove-scroll/ react-remove-scroll-bar/ react-style-singleton/ use-sidecar/
      use-callback-ref/ get-nonce/ tslib/ tabbable/`,
    own: 'web/ui/dialog/(DialogFrame|ConfirmDialog|escape) web/ui/ButtonMenu.',
  },
  choices: { mantine: 'Checkbox' },
  // What the forms of dialogs and pages are made of.
  fields: {
    mantine: 'Combobox Select use-previous find-element-in-shadow-dom Textarea Radio Chip get-env',
    own: `web/ui/FormPopover. web/ui/form/(Choice|DayField|DraftNotice|use-typed-day|CopyField) web/ui/hospital-moment.
      web/ui/AboutBox web/ui/dialog/Dialog web/ui/page/AttentionPanel web/records/(edit|form|DeleteDialog)`,
  },
  // Patient and doctor fields.
  people: {
    own: `web/patients/identity/(PatientPicker|PatientSummary|patient-columns)
      web/staff/(DoctorField|DoctorChoice). web/clinical/UnlikelyQuestion.`,
  },
  booking: {
    own: 'web/appointments/booking/(PassedTime|AppointmentForm.module|TimeField|TypeField|free-times|AppointmentSummary)',
  },
  ordering: {
    own: `web/store-lists/(ListField|names|queries). contract/(storage-locations|suppliers).`,
  },
  rows: {
    mantine: 'Pagination use-pagination',
    icons: 'DotsVertical Download Trash Eye',
    own: `web/records/row/RowAction web/records/list/(ExportButton|refused-list|list-address|only-hit) web/ui/list/ChoiceFilter.
      web/ui/page/ListFigures`,
  },
  // What lists of patients show about each.
  ward: {
    icons: 'Hourglass PlayerPlayFilled',
    own: `contract/clinical/warnings/(bands|early-warning). web/vitals/warning/(band-looks|LastScore|queries)
      web/appointments/words.`,
  },
  allergies: {
    icons: 'HelpCircle AlertTriangleFilled',
    own: `contract/clinical/(allergies|allergy-words|entries). web/patients/identity/(Allergies|MoreAllergies)
      web/clinical/shown. web/staff/(doctor-choices|words).`,
  },
  stays: {
    icons: 'Ambulance DoorExit Tool TrendingUp Alarm',
    own: 'web/admissions/words. web/admissions/stays/(ExpectedDischarge|Admission.module)',
  },
  tabs: { mantine: 'Tabs get-safe-id use-force-update' },
  charts: {
    icons: 'ChartBar Report',
    mantine: 'SimpleGrid get-breakpoint-value get-sorted-breakpoints get-base-value',
    own: 'web/charts/(BarChart|LineChart|ChartFrame|Chart.module)',
  },
  stock: { own: 'contract/(inventory-items|stock).' },
  // What the finder looks through.
  found: {
    own: 'web/inventory/queries. web/purchase-orders/queries. contract/purchase-orders. web/staff/accounts.',
  },
  store: {
    own: `contract/store/recipients. web/inventory/words.
      web/inventory/stock/Stock.module`,
  },
  vitals: {
    icons: 'ActivityHeartbeat',
    own: `contract/clinical/(units/units|signs|news2|vitals|normal). web/vitals/(Vitals.module|News2|queries|units|words)`,
  },
  medicines: {
    own: `contract/clinical/(allergy-classes|medicine-names|abbreviations|medications|problems).
      contract/formulary/(match|dose-check|strength|formulary).`,
  },
  record: {
    packages: `@tanstack/query-core/build/modern/infiniteQueryObserver.
      @tanstack/react-query/build/modern/(infiniteQueryOptions|useInfiniteQuery).`,
    own: `web/patients/labels/labels. web/clinical/(StruckWords|late-dialogs). web/visit-notes/VisitNote.module
      web/patients/identity/PatientBanner. web/records/(MissingRecord|list/ShortList|list/MoreButton)
      web/ui/page/Facts. web/appointments/history/patient-columns.`,
  },
  visits: {
    own: `contract/clinical/visit-notes. web/visit-notes/(queries|words|VisitNote). web/appointments/abilities.
      web/appointments/booking/about-appointment. web/appointments/slip/slip. web/appointments/board/(board|moves|one-call)
      web/appointments/consultation/open-record. web/staff/(doctor-choices|words).`,
    icons: 'Speakerphone',
  },
  print: {
    own: 'web/ui/print/(PrintSheet|Fitted|PrintPage|PrintTable) web/records/print/(useForPrint|all-pages|RecordPrint)',
  },
}

const oneOf = (terms: string) => `(${terms.split(/\s+/).join('|').replaceAll('.', '\\.')})`

function testOf({ mantine, icons, packages, own }: Parts): RegExp {
  const ways = [
    mantine && `/node_modules/@mantine/(core|hooks)/esm/(.*/)?${oneOf(mantine)}[/.]`,
    icons && `/icons-react/.*/Icon${oneOf(icons)}[.]`,
    packages && `/node_modules/${oneOf(packages)}`,
    own && `/${oneOf(own)}`,
  ]
  return new RegExp(ways.filter(Boolean).join('|').replaceAll('/', '[\\\\/]'))
}

/** The start in files that are evaluated one after the other (`startInTasks` in vite.config.ts), each only after what it imports. */
const startParts = {
  react: /node_modules[\\/](react|react-dom|scheduler|use-sync-external-store)[\\/]/,
  rules: /[\\/](zod|contract)[\\/]/,
}

export const screenFiles = [
  ...Object.entries(startParts).map(([name, test]) => ({
    name,
    test,
    tags: ['$initial' as const],
    includeDependenciesRecursively: false,
  })),
  { name: 'start', tags: ['$initial' as const] },
  ...Object.entries(parts).map(([name, part]) => ({
    name,
    test: testOf(part),
    includeDependenciesRecursively: false,
  })),
  { name: 'icons', test: /icons-react/, minShareCount: 2, includeDependenciesRecursively: false },
]

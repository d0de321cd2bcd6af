import { accountTexts } from '#contract/accountTexts.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { AccountPage } from '#src/features/account/AccountPage.tsx'
import { ProfileTab } from '#src/features/account/ProfileTab.tsx'
import { type Tab, tabNames } from '#src/features/account/tabNames.ts'
import { tabLabel } from '#src/features/account/tabs.ts'
import { RecentOrders } from '#src/features/orders/RecentOrders.tsx'
import { mine } from '#src/lib/mine.ts'
import { pageHead } from '#src/lib/pageHead.ts'
import { oneIn } from '#src/lib/searchValues.ts'
import { useSession } from '#src/lib/useSession.ts'
import { useSignOut } from '#src/shell/useSignOut.ts'

const tabIn = (search: { tab?: Tab | undefined }): Tab => search.tab ?? 'profile'

/** `Payment Methods` */
const titleOf = (tab: Tab): string =>
  tab.replaceAll(/^\w|-\w/g, (start) => start.replace('-', ' ').toUpperCase())

export const Route = createFileRoute('/_customer/account')({
  validateSearch: (raw): { tab?: Tab | undefined } => ({ tab: oneIn(raw, 'tab', tabNames) }),
  head: ({ match }) => pageHead(titleOf(tabIn(match.search)), import.meta.env.SSR && { path: '/account' }),
  // No loader: each part loads its own data, and reports failures in its own words.
  component: AccountRoute,
})

const loadOthers = () => import('./-accountTabs.tsx')
const OtherTab = lazy(async () => ({ default: (await loadOthers()).OtherTab }))
const OtherTitle = lazy(async () => ({ default: (await loadOthers()).OtherTitle }))

const nobody = { first_name: '', last_name: '', email: '' }

function AccountRoute() {
  const tab = tabIn(Route.useSearch())
  const { user } = useSession()
  const { data: profile } = useQuery(mine.profile())
  const { leave } = useSignOut()
  return (
    <AccountPage
      user={profile ?? user ?? nobody}
      tab={tab}
      title={
        tab === 'wishlist' ? (
          <Suspense fallback={tabLabel(tab)}>
            <OtherTitle />
          </Suspense>
        ) : (
          tabLabel(tab)
        )
      }
    >
      {tab === 'profile' ? (
        <ProfileTab recentOrders={<RecentOrders />} onDeleted={() => leave(accountTexts.deleted)} />
      ) : (
        <Suspense>
          <OtherTab tab={tab} />
        </Suspense>
      )}
    </AccountPage>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { accountTexts } from '#contract/accountTexts.ts'
import { mine } from '#src/lib/mine.ts'
import { Loading } from '#src/ui/Loading.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { PasswordSection } from './PasswordSection.tsx'
import { PersonalInformation } from './PersonalInformation.tsx'
import { YourData } from './YourData.tsx'
import * as css from './section.css.ts'

type Props = { recentOrders: ReactNode; onDeleted: () => Promise<void> }

export function ProfileTab({ recentOrders, onDeleted }: Props) {
  const { data: profile, error, refetch } = useQuery(mine.profile())
  return (
    <div className={css.parts}>
      {profile ? (
        <>
          <PersonalInformation profile={profile} />
          <PasswordSection profile={profile} />
        </>
      ) : error ? (
        <LoadFailed
          error={error}
          what="Your profile"
          failure={accountTexts.fetchFailed}
          onRetry={() => void refetch()}
        />
      ) : (
        <Loading className={css.pendingProfile} />
      )}
      {/* Not to be seen until its place is known: the profile pushes it down, by more where its password is changed. */}
      <div className={profile || error ? css.parts : css.waiting}>
        {recentOrders}
        <YourData
          hasPassword={profile?.has_password}
          unproved={profile?.email_verified_at === null ? profile.email : null}
          onDeleted={onDeleted}
        />
      </div>
    </div>
  )
}

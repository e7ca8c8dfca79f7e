import type { TopicWords } from './topic-words.js';

/** Jobs, studies and what is arranged there. */
export const workTopics: Readonly<Record<string, TopicWords>> = {
  job: {
    answer: 'name',
    asks: `work works working worked job jobs employer employers employed employment employ employs
      company firm workplace business career a_living line_of earn pays office day_job`,
    says: `hired hire start started starting first_day first_week first_shift first_month last_day
      last_shift last_week shift shifts notice resign resigned resignation quit contract offer onboarding
      onboarded induction orientation badge lanyard uniform payslip paycheck payday payroll colleagues
      coworkers desk probation interview interviewed signed laid_off redundant redundancy sacked fired
      let_go retire retired retirement freelance freelancing freelancer self-employed clients agency
      hr boss ward site warehouse shop store restaurant cafe kitchen hospital clinic factory plant
      startup temp temping apprenticeship apprentice trainee intern internship placement leaving_do
      leaving_card farewell fob locker rota roster crew depot nurse nursing teach teaches teaching
      teacher gig payrise pension hauling driving barista waitress waiter bartender cashier steward
      new_team joined join joining role position permanent full_time part_time manager headhunted
      poached transferred secondment commission shop_floor checkout reception
      tills timesheet books sparkies viewings recruited recruiter timesheets night_shift day_shift
      contractor subcontractor subbing rounds patients rehired tribunal wagons haulage garda ranger
      warden auctioneer sign_went pupils overtime severance redeployed handover id_card coop co-op
      boss_at asset_tag`,
  },
  profession: {
    answer: 'any',
    asks: `profession occupation job title role position career trade rank work a_living line_of
      specialty`,
    says: `promoted promotion qualified retrained trained training licensed certified apprentice owner
      head chief director engineer developer designer manager teacher tutor lecturer professor nurse
      midwife doctor paramedic lawyer solicitor paralegal baker chef cook bartender waiter waitress
      barista driver pilot electrician plumber carpenter joiner builder mason welder mechanic accountant
      bookkeeper analyst scientist surgeon dentist architect consultant programmer journalist writer
      editor photographer translator interpreter librarian cleaner gardener farmer fisherman hairdresser
      barber florist butcher cashier receptionist secretary clerk assistant supervisor foreman captain
      sergeant officer firefighter police soldier carer caretaker social_worker therapist
      physiotherapist vet pharmacist student retired pensioner apprentice intern freelancer freelance
      administrator recruiter salesman rep estate_agent lead architect sre devops tester deputy
      principal junior senior associate partner
      sparky lifeguard guard ranger auctioneer jeweller jeweler courier postman postwoman nanny
      childminder roofer plasterer decorator hygienist optician radiographer sailor deckhand roadie
      bouncer usher sommelier brewer potter actor dancer musician composer sculptor economist
      statistician geologist biologist chemist physicist historian curator archivist planner
      surveyor broker trader banker auditor actuary underwriter diplomat minister priest vicar nun
      imam rabbi coach referee umpire jockey trainer crossing_guard defender prosecutor judge
      bailiff`,
  },
  boss: {
    answer: 'person',
    asks: `boss manager supervisor report reports reporting line_manager head lead leads superior
      in_charge chief director foreman`,
    says: `took_over takes_over replaced replaces reorg reorganisation stepped_down promoted new_boss
      reporting successor acting interim retired left handing`,
  },
  responsible: {
    answer: 'person',
    asks: `who responsible owner owns maintainer maintains contact charge handles handle runs approve
      approves review reviews reviewer on-call oncall ask ping
      lead primary secondary pager paging escalate organise organising organises captain chair
      chairs treasurer`,
    says: `took_over handed handover handing rota stepped_down stepped_back picked_up passed
      baton covering cover maternity leave sabbatical left joined
      pager duty swapped elected voted resigned stepping`,
  },
  team: {
    answer: 'name',
    asks: `team squad department division unit group crew branch`,
    says: `reorg moved transferred joined sitting desk rotation rotated seconded floor`,
  },
  office: {
    answer: 'place',
    asks: `office desk building floor headquarters hq site room hybrid remote coworking`,
    says: `moved hot_desk badge lift canteen wework lobby sublet headquarters campus wfh from_home
      remotely in_person`,
  },
  hours: {
    answer: 'time',
    asks: `hours shift shifts schedule rota workday weekdays finish start_work work_day day_off days_off
      days workdays roster`,
    says: `nights earlies lates part_time full_time compressed mondays tuesdays wednesdays thursdays
      fridays saturdays sundays weekend nine_five graveyard`,
  },
  pay: {
    answer: 'number',
    asks: `salary earn earning pay wage wages paid income rate hourly pension rent charge`,
    says: `raise payrise bonus hike cut hour day_rate increase increased gross net allowance per_hour
      backdated`,
  },
  commute: {
    answer: 'any',
    asks: `commute commutes commuting get_to getting_to travel journey way_to transport route`,
    says: `bus train tram tube metro underground subway bike cycle cycling cycled bicycle walk walking
      drive ferry scooter e-bike carpool lift car platform season_ticket pass rail minutes line`,
  },
  study: {
    answer: 'name',
    asks: `study studying studies major majoring degree course subject university uni college programme
      program school class classes learning reading enrolled faculty`,
    says: `lectures lecture semester term thesis dissertation exam exams module modules tutor tutorial
      campus freshers switched transferred dropped_out graduate graduated bachelor master masters phd
      supervisor enrolment matriculated seminar labs erasmus scholarship timetable first_year
      second_year third_year`,
  },
  school: {
    answer: 'name',
    asks: `school nursery kindergarten daycare preschool primary secondary class teacher year grade
      attend attends pupil creche childminder`,
    says: `uniform drop-off dropoff pickup pick_up parents_evening headteacher playground lunchbox term
      head classroom reception assembly new_school first_day moved_up homework tutor`,
  },
  meeting: {
    answer: 'time',
    asks: `meeting meetings standup stand-up call sync appointment slot retro review planning lesson
      lessons session class rehearsal practice training interview checkup visit checkin time date book_club choir`,
    says: `rescheduled postponed pushed push brought_forward bumped calendar invite invites
      shifted slipped clash cancelled swapped earlier later receptionist rang slot texted confirmed
      half_past quarter mondays tuesdays wednesdays thursdays fridays
      letter text phoned surgery clinic reminder`,
  },
  deadline: {
    answer: 'time',
    asks: `deadline due date submit submission hand_in launch release go-live cutoff deliver delivery
      ship kick-off kickoff start opening wedding party exam arrives arrive flight leave
      surgery operation
      by_when landing lands arrival departure race concert`,
    says: `extended extension slipped pushed push brought_forward postponed delayed delay earlier later
      week weeks client supervisor sponsor moved rescheduled venue booked confirmed rebooked
      emailed registrar airline midday noon`,
  },
  budget: {
    answer: 'number',
    asks: `budget cost costs price spend spending quote limit cap estimate fee fees charge expensive
      total amount much deposit`,
    says: `raised cut increased approved finance signed_off euros dollars pounds quid grand pricier
      cheaper discount invoice revised`,
  },
  headcount: {
    answer: 'number',
    asks: `many people guests attendees headcount size team_size participants seats coming`,
    says: `rsvp dropped_out joining bring extra table cancelled plus_one invited replied confirmed`,
  },
};

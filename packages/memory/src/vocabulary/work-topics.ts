import type { TopicWords } from './topic-words.js';

/** Jobs, studies and what is arranged there. */
export const workTopics: Readonly<Record<string, TopicWords>> = {
  job: {
    answer: 'name',
    asks: `work works working worked job jobs employer employers employed employment employ employs
      company firm workplace business career a_living line_of earn pays office day_job do_for_work do_for_a_living work_as working_as employs_me
      clock_in workmates gaffer paymaster trade profession day-job works_for working_for`,
    says: `hired hire start started starting first_day first_week first_shift first_month last_day
      last_shift last_week shift shifts notice resign resigned resignation quit contract offer
      onboarding onboarded induction orientation badge lanyard uniform payslip paycheck payday
      payroll colleagues coworkers desk probation interview interviewed signed laid_off redundant
      redundancy sacked fired let_go retire retired retirement freelance freelancing freelancer
      self-employed clients agency hr boss ward site warehouse shop store restaurant cafe kitchen
      hospital clinic factory plant startup temp temping apprenticeship apprentice trainee intern
      internship placement leaving_do leaving_card farewell fob locker rota roster crew depot nurse
      nursing teach teaches teaching teacher gig payrise pension hauling driving barista waitress
      waiter bartender cashier steward new_team joined join joining role position permanent
      full_time part_time manager headhunted poached transferred secondment commission shop_floor
      checkout reception tills timesheet books sparkies viewings recruited recruiter timesheets
      night_shift day_shift contractor subcontractor subbing rounds patients rehired tribunal wagons
      haulage garda ranger warden auctioneer sign_went pupils overtime severance redeployed handover
      id_card coop co-op boss_at asset_tag day_one day_two day_three week_one week_two new_starter
      new_job new_boss new_office new_colleagues first_payslip first_paycheck inducted inducting
      hired_me took_me_on taken_me_on offered_me accepted_offer handed_in_notice gave_notice
      working_notice garden_leave gardening_leave leaving_drinks leaving_present p45 p60 w2 w-2 401k
      payslips hr_rep references dbs background_check drug_test laid-off axed let_me_go
      made_redundant furloughed pink_slip downsizing shut_down went_bust insolvent administrators
      sold_business set_up_on sole_trader self_employed own_boss own_business own_practice own_shop
      own_salon own_firm limited_company llc incorporated registered_company invoicing clients_of
      gigging zero_hours agency_work temp_agency supply supply_teaching locum bank_shifts
      night_porter security_guard bouncer till stacking shelf-stacking shelves stockroom forklift
      picker packer packing conveyor assembly_line production_line foundry mill quarry mine pit rig
      offshore oil_rig trawler docks shipyard abattoir bakery deli brewery distillery vineyard
      orchard farmhand stables dairy milking shearing care_home carer care_assistant ward_sister
      matron theatre_nurse a&e icu er ambulance paramedics fire_station police_station precinct
      court barracks squadron regiment enlisted deployed navy army airforce coastguard customs
      border school_run bus_depot cab taxi uber lyft deliveroo doordash courier_firm lorry hgv truck
      trucking rail railway signalman train_driver cabin_crew airline hotel front_desk housekeeping
      chambermaid chef sous_chef line_cook dishwasher barback callcentre call_centre headset
      customers telesales sales estate_agents bank_teller accountancy law_firm chambers paralegal
      newsroom studio theatre_company orchestra gallery museum library archive university faculty
      lab research_group postdoc fellowship tenure headship deputy_head classroom supply_teacher
      teaching_assistant ta nursery_nurse council_job civil_service ministry charity ngo nonprofit
      embassy scaleup big_tech codebase standup sprint on-call probation_period passed_probation
      promotion_to made_partner bonus_scheme stock_options equity hi-vis hard_hat steel_toecaps
      tabard apron scrubs stethoscope whistle name_tag name_badge access_card swipe_card work_laptop
      work_phone company_van fleet round routes shift_pattern earlies lates double_shift swing_shift
      day_off workload deadlines appraisal line_manager`,
  },
  profession: {
    answer: 'any',
    asks: `profession occupation job title role position career trade rank work a_living line_of
      specialty line_of_work do_for_work earn_a_crust work_as working_as employed_as training_as`,
    says: `promoted promotion qualified retrained trained training licensed certified apprentice owner
      head chief director engineer developer designer manager teacher tutor lecturer professor nurse
      midwife doctor paramedic lawyer solicitor paralegal baker chef cook bartender waiter waitress
      barista driver pilot electrician plumber carpenter joiner builder mason welder mechanic
      accountant bookkeeper analyst scientist surgeon dentist architect consultant programmer
      journalist writer editor photographer translator interpreter librarian cleaner gardener farmer
      fisherman hairdresser barber florist butcher cashier receptionist secretary clerk assistant
      supervisor foreman captain sergeant officer firefighter police soldier carer caretaker
      social_worker therapist physiotherapist vet pharmacist student retired pensioner intern
      freelancer freelance administrator recruiter salesman rep estate_agent lead sre devops tester
      deputy principal junior senior associate partner sparky lifeguard guard ranger auctioneer
      jeweller jeweler courier postman postwoman nanny childminder roofer plasterer decorator
      hygienist optician radiographer sailor deckhand roadie bouncer usher sommelier brewer potter
      actor dancer musician composer sculptor economist statistician geologist biologist chemist
      physicist historian curator archivist planner surveyor broker trader banker auditor actuary
      underwriter diplomat minister priest vicar nun imam rabbi coach referee umpire jockey trainer
      crossing_guard defender prosecutor judge bailiff hod_carrier bricklayer scaffolder groundsman
      landscaper arborist tree_surgeon glazier tiler plumber's_mate handyman janitor porter
      housekeeper butler chauffeur trucker cabbie cyclist_courier stevedore docker trawlerman
      shepherd stockman rancher cowboy beekeeper winemaker distiller cheesemaker confectioner
      patissier greengrocer fishmonger barman landlord publican croupier bookie swimming_teacher
      instructor dance_teacher music_teacher headteacher dean bursar archaeologist palaeontologist
      meteorologist oceanographer ecologist zoologist botanist vet_nurse dog_groomer dog_walker
      farrier saddler groom physio osteopath chiropractor podiatrist dietitian nutritionist
      pharmacologist radiologist anaesthetist anesthesiologist oncologist obstetrician doula
      phlebotomist healthcare_assistant hca orderly undertaker embalmer celebrant coroner magistrate
      barrister attorney notary court_reporter policeman policewoman detective constable sheriff
      airman marine major colonel corporal private cadet co-pilot steward stewardess air_hostess
      air_traffic_controller dispatcher logistics buyer merchandiser marketer copywriter columnist
      reporter editor-in-chief publisher cartoonist illustrator animator ceramicist glassblower
      blacksmith goldsmith silversmith watchmaker tailor seamstress dressmaker milliner cobbler
      upholsterer cabinetmaker luthier piano_tuner sound_engineer lighting_tech stagehand producer
      cameraman cinematographer actress comedian magician dj presenter broadcaster influencer
      streamer podcaster product_manager project_manager scrum_master data_scientist data_engineer
      sysadmin dba network_engineer software_engineer frontend_developer qa_engineer
      security_analyst pentester ux_designer trainee apprentice_electrician bank_teller loan_officer
      stockbroker financial_adviser tax_adviser insurance_agent claims_handler loss_adjuster
      civil_servant mp councillor mayor lobbyist youth_worker probation_officer prison_officer
      parole warden traffic_warden park_ranger gamekeeper stay-at-home homemaker housewife
      househusband unemployed jobseeker postgraduate undergraduate doctoral`,
  },
  boss: {
    answer: 'person',
    asks: `boss manager supervisor report reports reporting line_manager head lead leads superior
      in_charge chief director foreman answer_to answering_to sign-off line-manager gaffer
      reports_to report_to`,
    says: `took_over takes_over replaced replaces reorg reorganisation stepped_down promoted new_boss
      reporting successor acting interim retired left handing acting_head new_manager new_head
      incoming outgoing took_reins at_the_helm taking_over heir succeeding replaced_by
      handed_over_to one-to-ones one-to-one 1:1 1:1s appraisals approves_leave`,
  },
  responsible: {
    answer: 'person',
    asks: `who responsible owner owns maintainer maintains contact charge handles handle runs approve
      approves review reviews reviewer on-call oncall ask ping lead primary secondary pager paging
      escalate organise organising organises captain chair chairs treasurer looks_after in_charge_of
      accountable go-to point_of_contact handles_the deals_with takes_care doing_the does_the`,
    says: `took_over handed handover handing rota stepped_down stepped_back picked_up passed baton
      covering cover maternity leave sabbatical left joined pager duty swapped elected voted
      resigned stepping inherited_it landed_with fell_to volunteered roped_in torch gavel reins
      keys_to_the off_my_plate my_job_now hers_now his_now theirs_now nominated appointed chaired
      steps_in deputising deputizing stand-in`,
  },
  team: {
    answer: 'name',
    asks: `team squad department division unit group crew branch`,
    says: `reorg moved transferred joined sitting desk rotation rotated seconded floor`,
  },
  office: {
    answer: 'place',
    asks: `office desk building floor headquarters hq site room hybrid remote coworking cubicle workplace
      work_from sit`,
    says: `moved hot_desk badge lift canteen wework lobby sublet headquarters campus wfh from_home
      remotely in_person hot-desking hot_desking lease_ended floor_plan basement annex portakabin
      upstairs_at relocated shared_space open_plan meeting_room premises unit industrial_estate
      business_park tower`,
  },
  hours: {
    answer: 'time',
    asks: `hours shift shifts schedule rota workday weekdays finish start_work work_day day_off days_off
      days workdays roster working_days clocking_off finish_time start_time pattern`,
    says: `nights earlies lates part_time full_time compressed mondays tuesdays wednesdays thursdays
      fridays saturdays sundays weekend nine_five graveyard four-day five-day weekends_off rotating
      two-on fortnight_on mornings_only afternoons school_hours condensed shorter_week reduced_hours
      cut_down job-share job_share on_nights off_nights back_shift`,
  },
  pay: {
    answer: 'number',
    asks: `salary earn earning pay wage wages paid income rate hourly pension rent charge take-home
      hourly_rate invoice_rate make_an_hour stipend commission tips`,
    says: `raise payrise bonus hike cut hour day_rate increase increased gross net allowance per_hour
      backdated pay_rise raise_came promoted_to band pay_band grade minimum_wage living_wage
      overtime net_pay payslip_says tax_code inflation grand_a_year annum hourly fee retainer
      pocket_money child_benefit universal_credit`,
  },
  commute: {
    answer: 'any',
    asks: `commute commutes commuting get_to getting_to travel journey way_to transport route get_in
      get_to_work get_into door_to_door school_run`,
    says: `bus train tram tube metro underground subway bike cycle cycling cycled bicycle walk walking
      drive ferry scooter e-bike carpool lift car platform season_ticket pass rail minutes line
      lift_share park_and_ride e-scooter electric_scooter moped coach ferry_over replacement_bus
      rail_pass travelcard oyster bus_pass railcard first_train platform_two change_at walkable
      cycle_path canal_path bike_lane motorway ring_road traffic jam`,
  },
  study: {
    answer: 'name',
    asks: `study studying studies major majoring degree course subject university uni college programme
      program school class classes learning reading enrolled faculty reading_for doing_a_degree
      undergrad postgrad college_course fresher sophomore junior_year`,
    says: `lectures lecture semester term thesis dissertation exam exams module modules tutor tutorial
      campus freshers switched transferred dropped_out graduate graduated bachelor master masters
      phd supervisor enrolment matriculated seminar labs erasmus scholarship timetable first_year
      second_year third_year ucas clearing offer_letter halls student_union lecturer seminars
      coursework essay essays dissertation_on viva resit resits retake deferred gap_year transfer_to
      switched_to credits gpa syllabus reading_list lab_report practicals clinicals placement_year
      a-levels gcse gcses leaving_cert junior_cert baccalaureate sat sats homework mock mocks
      biology chemistry physics maths mathematics history geography philosophy sociology psychology
      economics law medicine dentistry engineering architecture nursing_degree computer_science
      linguistics theology politics`,
  },
  school: {
    answer: 'name',
    asks: `school nursery kindergarten daycare preschool primary secondary class teacher year grade
      attend attends pupil creche childminder goes_to_school pre-school reception_class playgroup
      catchment comprehensive academy grammar`,
    says: `uniform drop-off dropoff pickup pick_up parents_evening headteacher playground lunchbox term
      head classroom reception assembly new_school first_day moved_up homework tutor bus_stop blazer
      tie jumpers school_tie head_teacher pta governors ofsted sen statement exclusion expelled
      home-educated homeschool homeschooled homeschooling forest_school montessori waldorf
      childminder's after-school breakfast_club sports_day nativity report_card appeal waiting_list
      place_at catchment_area settled_in big_school`,
  },
  meeting: {
    answer: 'time',
    asks: `meeting meetings standup stand-up call sync appointment slot retro review planning lesson
      lessons session class rehearsal practice training interview checkup visit checkin time date
      book_club choir catch-up catchup one-to-one weekly_call scrum demo consult kick_off
      gets_together meets held`,
    says: `rescheduled postponed pushed push brought_forward bumped calendar invite invites shifted
      slipped clash cancelled swapped earlier later receptionist rang slot texted confirmed
      half_past quarter mondays tuesdays wednesdays thursdays fridays letter text phoned surgery
      clinic reminder moved_to changed_to switched_to now_at new_time bank_holiday calendar_says
      swapped_to receptionist's room_booked double_booked postponement reminder_text
      appointment_card late_start`,
  },
  deadline: {
    answer: 'time',
    asks: `deadline due date submit submission hand_in launch release go-live cutoff deliver delivery
      ship kick-off kickoff start opening wedding party exam arrives arrive flight leave surgery
      operation by_when landing lands arrival departure race concert cut-off expiry expires handover
      renewal hand-in hand_over closes closing opens release_date sail sails`,
    says: `extended extension slipped pushed push brought_forward postponed delayed delay earlier later
      week weeks client supervisor sponsor moved rescheduled venue booked confirmed rebooked emailed
      registrar airline midday noon pushed_back put_back moved_up moved_back bumped_to slid
      later_than earlier_than grace_period gained_a_week lost_a_week rearranged reschedule new_date
      save_the_date organiser organisers organisers_say postponement revised_date`,
  },
  budget: {
    answer: 'number',
    asks: `budget cost costs price spend spending quote limit cap estimate fee fees charge expensive
      total amount much deposit kitty pot pricing priced quoted bill rent_is afford allocated
      spend_on how_much`,
    says: `raised cut increased approved finance signed_off euros dollars pounds quid grand pricier
      cheaper discount invoice revised haggled knocked_off vat incl deposit_paid mark-up overspend
      underspend signed-off sign-off stretched topped_up trimmed_to surcharge price_went rises
      went_up gone_up came_down comes_to works_out ceiling capped`,
  },
  headcount: {
    answer: 'number',
    asks: `many people guests attendees headcount size team_size participants seats coming numbers
      attendance turnout rsvps portions catering`,
    says: `rsvp dropped_out joining bring extra table cancelled plus_one invited replied confirmed
      pulled_out backed_out bailed can't_make not_coming one_less one_more plus_ones head_count
      sit-down numbers_are final_numbers`,
  },
};

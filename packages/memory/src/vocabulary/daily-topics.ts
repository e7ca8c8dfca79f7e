import type { TopicWords } from './topic-words.js';

/** Money, devices and errands. */
export const dailyTopics: Readonly<Record<string, TopicWords>> = {
  bank: {
    answer: 'name',
    asks: `bank banks banking account iban card pay_into savings credit_card salary_account payments
      sort_code direct_debit mortgage payroll banking_with current_account checking_account wages_go`,
    says: `branch barclays hsbc monzo revolut n26 starling lloyds santander chase ing commerzbank
      sparkasse closed opened switched overdraft app direct_debits joint standing_order sort_code
      nationwide natwest halifax tsb credit_union aib wells_fargo citi westpac anz transferred
      building_society switching_service chequing debit_card sort monzo_account starling_account
      first_direct metro_bank co-op_bank virgin_money tide capital_one bank_of_america citibank
      us_bank rbc td scotiabank bmo commbank nab bank_of_ireland aib_account permanent_tsb ubs
      credit_suisse raiffeisen ing_account rabobank abn bnp santander_account n26_account wise
      paypal new_card card_arrived iban_changed`,
  },
  insurance: {
    answer: 'name',
    asks: `insurance insured insurer policy cover premium health_insurance insure covered coverage plan
      health_plan insured_with insure_with policyholder underwriter`,
    says: `renewal renewed switched quote allianz axa aviva geico claim excess claims covered lapsed
      cobra blue_shield bupa medicare premiums broker deductible comparison_site moneysupermarket
      no_claims no-claims renewal_quote switched_to direct_line admiral axa_policy lv zurich
      state_farm progressive usaa kaiser aetna cigna humana medibank hcf pet_insurance lapse
      deductible_is`,
  },
  carrier: {
    answer: 'name',
    asks: `carrier provider operator network sim plan tariff contract phone_company network_provider
      mobile_network sim_card sim-only`,
    says: `vodafone o2 ee three t-mobile telekom verizon at&t orange giffgaff sim_only esim roaming
      coverage signal ported switched data at_and_t tmobile mint_mobile google_fi cricket smarty
      voxi lebara tesco_mobile sky_mobile id_mobile spusu bouygues free_mobile sfr telefonica
      movistar swisscom salt sunrise jio airtel telstra optus vodacom pac_code porting reception
      bars`,
  },
  handset: {
    answer: 'name',
    asks: `phone smartphone handset mobile device tablet watch smartwatch phone_model mobile_phone`,
    says: `iphone pixel galaxy samsung android fairphone nokia motorola cracked screen upgraded dropped
      traded battery case xiaomi oneplus iphones pixels galaxy_s nothing_phone sony_xperia
      motorola_edge dumbphone flip_phone nokia_brick apple_watch garmin fitbit trade-in trade_in
      screen_smashed down_the_toilet lens megapixels usb-c lightning charger chargers`,
  },
  computer: {
    answer: 'name',
    asks: `laptop computer machine desktop pc workstation operating_system os distro monitor keyboard pcs
      machines dev_machine`,
    says: `macbook thinkpad notebook dell lenovo framework linux ubuntu fedora debian arch windows mac
      macos chromebook died issued ssd ram reinstall dual boot mechanical mouse dual-boot
      wiped_windows switched_to_linux pop_os nixos manjaro surface_pro zenbook xps elitebook ideapad
      imac mac_mini mac_studio m1 m2 m3 m4 ryzen threadripper gpu graphics_card gig gb memory sticks
      dimm dmidecode hard_drive nvme ultrawide docking_station`,
  },
  shopping: {
    answer: 'name',
    asks: `supermarket shop shopping groceries grocery buy store market order bakery butcher food_shop
      weekly_shop big_shop get_my_groceries`,
    says: `aldi lidl tesco sainsbury waitrose rewe edeka costco walmart kroger carrefour migros coop
      closed delivery basket veg_box loyalty ocado morrisons asda iceland m&s farmfoods spar londis
      co-op dunnes supervalu centra woolworths coles trader_joe's whole_foods safeway publix h-e-b
      wegmans meijer loblaws sobeys market_stall farm_shop farmers_market delivery_slot
      click_and_collect clubcard`,
  },
  clothes: {
    answer: 'any',
    asks: `wear wearing clothes outfit jacket coat dress suit shoes trainers boots dress_code get_dressed
      garment kit uniform_colour`,
    says: `bought returned fits tailor altered zip sleeves ripped hoodie hoodies jumper sweater cardigan
      jeans chinos leggings skirt blouse suit_and_tie waistcoat tuxedo gown kilt sari hijab anorak
      parka raincoat wellies sandals heels flats sneakers brogues docs charity_shop vinted wardrobe`,
  },
  subscription: {
    answer: 'name',
    asks: `subscription subscribe newspaper magazine gym membership box plan still_pay come_off cost
      subbed membership_for signed_up_to paying_for`,
    says: `cancelled renewed trial expired joined switched rolling monthly killed axed binned ended
      price_hike direct_debit newspapers guardian times telegraph economist new_yorker patreon
      substack hello_fresh gousto box_scheme audible kindle_unlimited letterboxd strava_premium
      free_trial trial_ended auto-renew autorenew lapsed_membership refund`,
  },
  vehicle_use: {
    answer: 'any',
    asks: `bike bicycle cycle licence license drive boat motorbike`,
    says: `stolen puncture sold helmet gears brakes lessons passed test points`,
  },
  language: {
    answer: 'any',
    asks: `language reply answer respond write units celsius fahrenheit metric imperial format tone
      formal informal english bullet bullets short brief emojis address_me replies answers answered
      formatted style explain explained code_examples analogies how_should_answer swear reply_in
      tone_of length_of wording write_to_me dialect`,
    says: `please from_now stop prefer german french spanish plain concise casual markdown tables emoji
      sentences paragraphs lists list dots sentence screen_reader voice speaker paragraph analogies
      examples formal first_name mister bulleted numbered_list one-liner one-liners wordy waffle
      verbose terse blunt chatty polite formalities exclamation dumbed_down jargon plain_english
      british_spelling american_spelling oxford_comma headings bold screenreader text_to_speech
      read_aloud dyslexic dyslexia large_print step_by_step`,
  },
  belief: {
    answer: 'any',
    asks: `religion religious church faith vote party politics believe worship denomination political
      vote_for voting party_member believer`,
    says: `baptised converted mosque mass confirmed joined left synagogue labour conservative
      conservatives tory tories lib_dem greens democrat democrats republican republicans snp plaid
      sinn_fein fianna fine_gael independent socialist catholic catholics protestant anglican
      methodist baptist quaker presbyterian orthodox muslim islam jewish judaism buddhism hinduism
      sikh atheist agnostic confirmation bar_mitzvah quran bible lent congregation pew canvassed
      leafleted leaflet ballot polling membership_card lapsed`,
  },
  plan: {
    answer: 'any',
    asks: `plan plans planning going_to intend decide decided choice chose option what_are_we_doing
      scheme intention proposal`,
    says: `instead scrapped fell_through changed_mind settled going_with picked cancelled booked u-turn
      back_to_the_drawing_board plan_b shelved binned abandoned rethink rethought pivot pivoted
      going_ahead called_off on_hold instead_we decided_on opted opting swapped_for`,
  },
  event: {
    answer: 'place',
    asks: `party wedding venue reception conference event ceremony concert picnic held location meet
      meeting_place where do_is taking_place gathering ceilidh reunion baby_shower hen_do stag_do
      party_at rehearse practise practice_room`,
    says: `flooded double-booked burned moved marquee hall church barn deposit booked restaurant terrace
      rooftop village_hall community_centre function_room garden_centre pub_function scout_hut
      church_hall legion_hall clubhouse noise_complaint landlord_says locked_out waterlogged
      rained_off change_of_venue switched_venue garage_now basement_now`,
  },
  permit: {
    answer: 'any',
    asks: `visa permit passport citizenship allowed legally residency nationality work_permit status
      immigration_status right_to_work stay_in nationality_is`,
    says: `granted expired stamped blue_card green_card embassy naturalised naturalized renewal oath ilr
      settled_status pre-settled biometric leave_to_remain asylum sponsor_licence h1b h-1b opt
      green-card citizen oath_ceremony swore_in overstayed revoked licence_back banned points
      endorsement provisional`,
  },
  identifier: {
    answer: 'number',
    asks: `number reference flight_number reg registration plate account sort_code policy membership
      serial booking pnr invoice code blood_group ref booking_ref confirmation_code order_number
      tracking case_number patient_number nhs_number plate_number`,
    says: `letter email misread reads printed wrong digits correct certificate card slip receipt
      transposed swapped_digits other_way_round missing_digit extra_digit zero_not_o read_it_off
      retyped copied_wrong old_booking last_year's statement_says`,
  },
  measure: {
    answer: 'number',
    asks: `size height width length tall wide long depth weight heavy weigh diameter gauge temperature
      degrees oven needle needles strength thickness dimensions capacity square_metres footage
      circumference thick how_hot`,
    says: `inch inches mm cm metres meters foot feet kg kilo kilos grams lb lbs tape ruler measured
      scales pattern recipe card thermometer celsius fahrenheit laser spirit_level string_method
      eyeballed eyeballing paced_out stepladder measured_up re-measured rounded_up pyrometer probe
      oven_thermometer conversion imperial wall_to_wall bag_says packet_says tin_says label_says`,
  },
  amount: {
    answer: 'number',
    asks: `many much quantity people students seats kids guests members staff users partitions rows
      chairs desks tickets stitches count tally total_of number_of how_many`,
    says: `extra more fewer joined dropped added another roster list counted recount total all miscounted
      recounted headcount_is one_short over_by short_by double-counted left_out forgot_about`,
  },
};

import type { TopicWords } from './topic-words.js';

/** The people and animals in somebody's life, and what is known of them. */
export const peopleTopics: Readonly<Record<string, TopicWords>> = {
  partner: {
    answer: 'person',
    asks: `partner girlfriend boyfriend wife husband married marry marriage engaged divorced single
      dating date relationship spouse fiance fiancee seeing together love_life ex other_half
      seeing_anyone wed betrothed bf gf missis significant_other husband-to-be`,
    says: `wedding proposed ring honeymoon broke_up split separated divorce papers anniversary bachelor
      hen stag vows widowed kissed tinder couple moved_out registry reception dress moved_on missus
      himself fella bloke bride groom best_man ring_back called_off eloped in-laws registrar custody
      popped_the_question said_yes down_on_one_knee elope honeymooning newlyweds newlywed
      wedding_day just_married decree_absolute decree separation moved_in_with dumped ghosted
      chucked dating_app hinge bumble on_a_break patched_things back_together widow widower
      cohabiting civil_partnership joint_account soulmate fell_in_love situationship my_ex sofa_bed
      marriage_counsellor`,
  },
  children: {
    answer: 'person',
    asks: `kid kids child children son daughter baby babies twins sons daughters grandchild grandchildren
      pregnant expecting born kiddo kiddos little_boy little_girl grandbaby grandkid due newborns
      expecting_a due_in`,
    says: `birth midwife scan due_date newborn nappies diapers cot pram labour delivered maternity
      paternity adopted toddler christened trimester bump arrived weighed weighing wean weans bairn
      bairns tot little_one midwives stork c-section epidural feeds teething triplets granddaughter
      grandson water_broke contractions labor gas_and_air delivery_room nicu birth_weight
      health_visitor antenatal ultrasound sonographer bump_is breastfeeding bottle_feeding
      christening godparents car_seat moses_basket sleep_training weaning potty first_steps
      fostering foster adoption_papers adopting stepson stepdaughter miscarriage ivf`,
  },
  family: {
    answer: 'person',
    asks: `mother father parents mum dad sister brother siblings sisters brothers aunt uncle cousin
      grandmother grandfather family relatives`,
    says: `funeral passed_away half-brother half-sister reunion stepmother stepdad`,
  },
  pet: {
    answer: 'name',
    asks: `pet pets animal animals dog dogs cat cats puppy kitten hamster rabbit parrot budgie bird fish
      tortoise horse pony hens chickens breed ferret ferrets goat goats sheep pup hen chicken pooch
      moggy kitty mutt hound feline canine rodent reptile livestock flock`,
    says: `vet vets rescue shelter adopted collar lead leash litter kennel breeder paws rehomed walkies
      rehome fur purring barking cage tank aquarium stable rainbow_bridge put_down put_to_sleep
      labrador spaniel collie terrier poodle tabby greyhound guinea_pig lizard gecko snake ferrets
      coop fox hutch cattery kennels breeders jab neutered spayed wagging whiskers mice rat rats
      chinchilla alpaca alpacas llama llamas donkey donkeys pigs piglet lamb lambs duck ducks
      duckling goose geese turkey turkeys quail hamsters gerbil gerbils budgies canary canaries
      cockatiel parrots macaw iguana bearded_dragon corn_snake python tarantula newt frog axolotl
      goldfish koi tropical_fish beehive bees beagle dachshund corgi pug bulldog boxer rottweiler
      dobermann alsatian german_shepherd retriever golden_retriever lurcher whippet husky malamute
      chihuahua shih_tzu bichon cockapoo labradoodle schnauzer terriers jack_russell staffie staffy
      siamese persian maine_coon bengal tortoiseshell ginger_tom kittens litter_tray cat_flap
      scratching_post worming fleas flea neutering microchip microchipped chip_scanner kibble treats
      walkers crate_training dog_walker dog_sitter groomers put_her_down put_him_down crossed_the
      rainbow buried ashes farm_sanctuary new_owner new_home paddock hay coop_empty muzzle barks
      meows howling hooves saddle livery bridle bit gelding mare foal stallion`,
  },
  name: {
    answer: 'name',
    asks: `name names named called calls nickname surname maiden pronouns title known_as username handle
      address_me spelled spelt spell called_by christened nick_name pen_name stage_name
      calling_myself introduce maiden_name go_by christian_name forename`,
    says: `rename renamed renaming rebrand rebranded deed_poll changed goes_by shortened spelling
      passport certificate birth_certificate middle_name married_name initials mr mrs ms dr
      changed_by_deed double-barrelled hyphenated took_his_name kept_my_name back_to_my short_for
      spelt_with autocorrect pronounce they/them she/her he/him call_me just_call mister missus
      ma'am sir`,
  },
  age: {
    answer: 'number',
    asks: `age old years older birthday young birth_year born birth_date birthdate how_young`,
    says: `turned turns turning birthday cake candles teenager celebrated candle party_hats big_five-0
      thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth hundredth milestone
      another_year teenage pensionable bus_pass`,
  },
  phone: {
    answer: 'number',
    asks: `number phone mobile cell telephone call text reach contact landline ring whatsapp extension
      ring_me get_hold reach_me best_number cell_phone voicemail`,
    says: `sim ported lost new_number dial handset digits extension ends changed_number new_sim
      dropped_in cut_off disconnected switchboard extension_number answerphone signal`,
  },
  email: {
    answer: 'name',
    asks: `email e-mail mail inbox address contact write account email_address contact_address log_in
      inbox_for`,
    says: `gmail outlook proton protonmail hotmail icloud yahoo alias forward forwarding bounces bounced
      fastmail tutanota hey.com aol yandex work_address personal_address mailbox_full hacked_account
      closed_account unsubscribe`,
  },
  doctor: {
    answer: 'person',
    asks: `doctor dentist physician gp therapist clinic practice surgery paediatrician pediatrician
      optician physio counsellor specialist consultant psychologist psychiatrist hygienist vet
      treating cardiologist dermatologist surgeon midwife eye_clinic hospital chiropodist oncologist
      neurologist doc docs gp_surgery health_centre practitioner treat_me treats seeing_for`,
    says: `appointment registered retired referred check-up checkup prescription transferred new_patient
      waiting_room receptionist patients changed_surgery off_the_list struck_off signed_up_with
      new_dentist orthodontist periodontist endocrinologist rheumatologist gynaecologist urologist
      gastroenterologist ent psychologist_now private_clinic nhs locum`,
  },
  helper: {
    answer: 'person',
    asks: `hairdresser barber babysitter nanny cleaner coach trainer tutor teacher plumber electrician
      builder accountant lawyer solicitor gardener landlord mechanic instructor nurse carer mentor
      adviser advisor childminder decorator roofer joiner osteopath chiropodist dog_walker
      window_cleaner handyman driving_instructor piano_teacher personal_trainer stylist colourist
      tutor_for cuts_my does_my`,
    says: `switched recommended booked haircut lessons sessions retired moved replaced fired hired found
      filling moved_salons packed_up gave_up_the_round retiring replacement took_on new_one
      instead_of my_new let_down overcharged recommended_by`,
  },
  friend: {
    answer: 'person',
    asks: `friend friends best_friend mate buddy roommate flatmate housemate neighbour neighbor godmother
      godfather emergency emergency_contact next_of_kin pal bestie lodger flat_mate room_mate
      emergency_person cover_for in_case_of`,
    says: `moved_out moved_in fell_out lodger sublet replaced spare_room moved_abroad passed_the_keys
      gone_travelling new_flatmate new_housemate best_mate drifted`,
  },
};

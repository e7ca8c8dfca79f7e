import type { TopicWords } from './topic-words.js';

/** The people and animals in somebody's life, and what is known of them. */
export const peopleTopics: Readonly<Record<string, TopicWords>> = {
  partner: {
    answer: 'person',
    asks: `partner girlfriend boyfriend wife husband married marry marriage engaged divorced single
      dating date relationship spouse fiance fiancee seeing together love_life ex`,
    says: `wedding proposed ring honeymoon broke_up split separated divorce papers anniversary
      bachelor hen stag vows widowed kissed tinder couple moved_out registry reception dress
      moved_on missus himself fella bloke bride groom best_man ring_back called_off eloped in-laws
      registrar custody`,
  },
  children: {
    answer: 'person',
    asks: `kid kids child children son daughter baby babies twins sons daughters grandchild
      grandchildren pregnant expecting born`,
    says: `birth midwife scan due_date newborn nappies diapers cot pram labour delivered maternity
      paternity adopted toddler christened trimester bump arrived weighed weighing
      wean weans bairn bairns tot little_one midwives stork c-section epidural feeds teething
      triplets granddaughter grandson`,
  },
  family: {
    answer: 'person',
    asks: `mother father parents mum dad sister brother siblings sisters brothers aunt uncle cousin
      grandmother grandfather family relatives`,
    says: `funeral passed_away half-brother half-sister reunion stepmother stepdad`,
  },
  pet: {
    answer: 'name',
    asks: `pet pets animal animals dog dogs cat cats puppy kitten hamster rabbit parrot budgie bird
      fish tortoise horse pony hens chickens breed
      ferret ferrets goat goats sheep pup hen chicken`,
    says: `vet vets rescue shelter adopted collar lead leash litter kennel breeder paws rehomed walkies
      rehome fur purring barking cage tank aquarium stable rainbow_bridge put_down put_to_sleep
      labrador spaniel collie terrier poodle tabby greyhound guinea_pig lizard gecko snake
      ferrets coop fox hutch cattery kennels breeders jab neutered spayed wagging whiskers mice rat
      rats chinchilla`,
  },
  name: {
    answer: 'name',
    asks: `name names named called calls nickname surname maiden pronouns title known_as username
      handle
      address_me spelled spelt spell called_by christened`,
    says: `rename renamed renaming rebrand rebranded deed_poll changed goes_by shortened spelling
      passport
      certificate birth_certificate middle_name married_name initials mr mrs ms dr`,
  },
  age: {
    answer: 'number',
    asks: `age old years older birthday young`,
    says: `turned turns turning birthday cake candles teenager celebrated`,
  },
  phone: {
    answer: 'number',
    asks: `number phone mobile cell telephone call text reach contact landline ring whatsapp extension`,
    says: `sim ported lost new_number dial handset digits extension ends`,
  },
  email: {
    answer: 'name',
    asks: `email e-mail mail inbox address contact write account`,
    says: `gmail outlook proton protonmail hotmail icloud yahoo alias forward forwarding bounces bounced`,
  },
  doctor: {
    answer: 'person',
    asks: `doctor dentist physician gp therapist clinic practice surgery paediatrician pediatrician
      optician physio counsellor specialist consultant psychologist psychiatrist hygienist vet
      treating
      cardiologist dermatologist surgeon midwife eye_clinic hospital chiropodist oncologist
      neurologist`,
    says: `appointment registered retired referred check-up checkup prescription transferred new_patient
      waiting_room receptionist patients`,
  },
  helper: {
    answer: 'person',
    asks: `hairdresser barber babysitter nanny cleaner coach trainer tutor teacher plumber electrician
      builder accountant lawyer solicitor gardener landlord mechanic instructor nurse carer
      mentor adviser advisor
      childminder decorator roofer joiner osteopath chiropodist`,
    says: `switched recommended booked haircut lessons sessions retired moved replaced fired hired
      found filling`,
  },
  friend: {
    answer: 'person',
    asks: `friend friends best_friend mate buddy roommate flatmate housemate neighbour neighbor
      godmother godfather emergency emergency_contact next_of_kin`,
    says: `moved_out moved_in fell_out lodger sublet replaced spare_room`,
  },
};

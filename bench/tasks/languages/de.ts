import type { Words } from './words.ts';

/** German. */
export const de: Words = {
  language: 'de',
  comma: ', ',
  says: {
    read: [
      'Lies bitte {path} und sag mir, ob dir etwas auffällt.',
      'Schau dir mal {path} an.',
      'Geh als Nächstes {path} für mich durch.',
    ],
    run: [
      'Lass bitte die Tests von {name} laufen.',
      'Kannst du die Tests von {name} noch einmal starten?',
    ],
    ask: [
      'Wie würdest du das Modul {name} aufteilen, in zwei Sätzen?',
      'Was hältst du davon, wie {name} seine Fehler meldet?',
    ],
    noted: [
      'Behalte das bitte im Kopf.',
      'Noch ist da nichts zu tun.',
      'Nur damit du Bescheid weißt.',
    ],
    hasRead: ['Ich habe {path} durchgesehen; da steht nichts, was uns aufhält.'],
    hasRun: ['Die Tests von {name} sind gelaufen, mir ist nichts aufgefallen.'],
    opinion: [
      'Ich würde es klein halten: ein Teil entscheidet, einer führt aus, und mehr erst, wenn es jemand braucht.',
    ],
    acknowledged: ['In Ordnung.'],
    written: ['{path} ist geschrieben.'],
    unknown: ['Das finde ich in dem, was mir vorliegt, nicht.'],
    forbid: [
      'Ändere niemals etwas in {folder}/; darum kümmern sich andere.',
      'Lass die Finger von {folder}/, egal was kommt.',
      '{folder}/ muss genau so bleiben, wie es ist.',
    ],
    setAll: [
      'Häng die Zeile {line} an jede settings.conf an.',
      'Jede settings.conf braucht jetzt {line} als letzte Zeile.',
    ],
    hasSet: ['Die Einstellungen sind geändert, wo es erlaubt ist.'],
    decide: [
      '{service} läuft künftig in der Region {region}.',
      'Für {service} nehmen wir die Region {region}.',
      'Lass uns {service} in die Region {region} legen.',
    ],
    revise: [
      'Bei näherer Überlegung zieht {service} von {old} in die Region {region} um.',
      'Die Rechtsabteilung hat Einwände: {service} kommt nun doch in die Region {region}.',
      'Vergiss {old} bei {service}; die Region ist jetzt {region}.',
    ],
    wantRegion: [
      'Schreib die Region von {service} in {path}.',
      'In {path} soll nichts als die Region von {service} stehen.',
    ],
    tellCode: [
      'Der Türcode von {site} ist {code}.',
      'In {site} kommst du mit dem Türcode {code} hinein.',
      'Übrigens ist {code} der neue Türcode für {site}.',
    ],
    mention: [
      'Der Aufzug in {site} ist bis Freitag außer Betrieb.',
      'Vielleicht ruft dich jemand aus {site} wegen der Schlüssel an.',
      '{site} wird nächsten Monat neu gestrichen.',
    ],
    wantCode: [
      'Schreib den Türcode von {site} in {path}.',
      'Der Wachdienst braucht den Türcode von {site}; leg ihn in {path} ab.',
    ],
    backUp: ['Sichere die Datenbank {name}.', 'Mach bitte jetzt eine Sicherung von {name}.'],
    hasBackedUp: ['Die Sicherung von {name} ist gemacht.'],
    wantBackup: [
      'Wir müssen {name} wiederherstellen: Schreib die Kennung der Sicherung in {path}.',
      'Leg die Kennung der Sicherung von {name} in {path} ab.',
    ],
    customers: [
      'Diese Kunden bekommen eine Rechnung, in dieser Reihenfolge: {list}.',
      'Hier ist die Liste der Kunden, denen wir eine Rechnung stellen: {list}.',
      'Ich brauche Rechnungen für die folgenden Kunden, einen nach dem anderen: {list}.',
    ],
    billNext: [
      'Stell den nächsten {count} auf meiner Liste ihre Rechnung.',
      'Mach bitte die nächsten {count} Rechnungen.',
    ],
    billRest: [
      'Stell allen auf meiner Liste, die noch keine haben, ihre Rechnung.',
      'Jetzt die Rechnungen, die auf meiner Liste noch fehlen.',
    ],
    hasBilled: ['Die Rechnungen für {list} sind erstellt.'],
    fixes: [
      'Mir fallen sechs Mittel ein, das aussichtsreichste zuerst: {list}.',
      'Meine Mittel gegen den langsamen Start, in der Reihenfolge, in der wir sie versuchen: {list}.',
      'Mögliche Mittel, in dieser Reihenfolge: {list}.',
    ],
    tryFix: [
      'Versuch zuerst {name}, außer der Reihe.',
      'Sieh nach, was {name} bringt.',
      'Wie wäre es mit {name}? Versuch es damit.',
    ],
    tryNext: [
      'Mach mit den Mitteln weiter, die wir noch nicht versucht haben, in meiner Reihenfolge, bis eines hilft.',
      'Versuch den Rest meiner Mittel der Reihe nach und hör beim ersten auf, das hilft.',
    ],
    hasTried: ['{name} hat nicht geholfen.'],
    send: [
      'Schick {team} den Vertrag.',
      '{team} braucht heute den Vertrag, schick ihn bitte.',
      'Lass {team} jetzt den Vertrag zukommen.',
    ],
    hold: [
      '{team} braucht den Vertrag auch, aber warte, bis ich es sage.',
      'Schick {team} den Vertrag noch nicht; das kommt später.',
      'Der Vertrag für {team} hat Zeit.',
    ],
    sendOpen: [
      'Schick jetzt allen, die ich genannt habe und die ihn noch nicht haben, den Vertrag.',
      'Wer noch auf den Vertrag wartet, bekommt ihn jetzt.',
    ],
    hasSent: ['{team} hat den Vertrag bekommen.'],
    askPage: [
      'Lies Seite {page}. Welcher Port ist es?',
      'Welchen Port nennt Seite {page}?',
      'Schlag bitte den Port auf Seite {page} nach.',
    ],
    tellPort: ['Seite {page} nennt Port {port}.'],
    wantTable: ['Schreib alle Seiten mit ihren Ports in {path}, ein Paar je Zeile.'],
  },
  about: {
    forbid: ['niemals', 'finger von', 'muss genau so bleiben', 'nicht ändern', 'tabu'],
    region: ['region'],
    code: ['türcode'],
    billed: ['sind erstellt', 'ist erstellt', 'gestellt'],
    tried: ['nicht geholfen', 'versucht', 'gescheitert', 'failed'],
    document: ['vertrag'],
    sent: ['bekommen', 'erhalten', 'geschickt', 'gesendet'],
  },
};

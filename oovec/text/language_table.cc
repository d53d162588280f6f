// The languages that have rules of their own.
#include "oovec/text/language_table.h"

namespace oovec::inline text {

// Abbreviations that end sentences about as often as not, such as "etc.", "Inc." and "usw.", are
// left out on purpose; before a lower-case word UAX #29 does not end a sentence anyway.
const std::vector<LanguageRules>& language_table() {
  static const std::vector<LanguageRules> table = {
      {
          .language = "en",
          .name = "English",
          .enclitics = WordSet("'d 'll 'm 're 's 've n't"),
          .before_names = WordSet(
              "Adm Brig Capt Cmdr Col Cpl Dr Drs Fr Ft Gen Gov Hon Lt Maj Messrs Mlle Mme Mr Mrs "
              "Ms Mt Pres Prof Pvt Rep Rev Sen Sgt St Ste cf esp v viz vs"),
          .before_digits = WordSet(
              "Apr Art Aug Ch Dec Eq Feb Fig Figs Jan Jul Jun Mar No Nos Nov Oct Op Sec Sep Sept "
              "Vol Vols approx c ca no p pp"),
          .sentence_starters = WordSet(
              "After All Also Although An And As At But By During For From He Her His How However "
              "If In It Its Many Most On Other Our She Since Some That The Their Then There These "
              "They This Those Though Thus To Today We What When Where Which While Who With You"),
          .common_words =
              WordSet("an and are as at be by for from his in is it of on that the to was with"),
      },
      {
          .language = "de",
          .name = "German",
          .enclitics = WordSet("'s"),
          .before_names = WordSet(
              "Dipl Dr Fr Frl Hl Hr Hrn Ing Mag Mio Mrd Prof St Tsd allg bspw bzw d ehem engl "
              "evtl franz geb gest ggf griech hl i inkl lat n o s sog u v vgl z"),
          .before_digits = WordSet(
              "Abb Abs Apr Art Aug Bd Dez Feb Jan Jg Jh Jul Jun Kap Mrz Nov Nr Okt Sep Sept Tab "
              "Tel ca"),
          .sentence_starters = WordSet(
              "Aber Auch Auf Bei Da Das Dem Den Der Deshalb Die Dies Diese Dieser Doch Ein Eine "
              "Er Es Im In Mit Nach Nur Sie So Und Viele Von Was Wenn Wer Wie Wir Zu Zum Zur"),
          .ordinals = true,
          .common_words = WordSet(
              "als auch auf das dem den der des die ein eine für im ist mit nicht sich und von zu"),
      },
      {
          .language = "fr",
          .name = "French",
          .proclitics = WordSet("c d j jusqu l lorsqu m n puisqu qu quoiqu s t"),
          .before_names = WordSet(
              "Dr Gal MM Me Mgr Mlle Mlles Mme Mmes Pr Prof St Ste apr av bd boul cf col env gén "
              "éd"),
          .before_digits =
              WordSet("art avr chap déc env fig févr janv juil no nov oct p pp sept tél vol"),
          .sentence_starters = WordSet(
              "Au Aux Avec Ce Ces Cet Cette Comme Dans Depuis Elle Elles En Et Il Ils Je Les Leur "
              "Mais Nous On Par Pour Puis Quand Sa Selon Ses Si Son Sur Tous Tout Un Une Vous"),
          .common_words = WordSet(
              "au aux avec ce cette dans des est il les ne par pas plus pour qui ses sont sur une"),
      },
      {
          .language = "es",
          .name = "Spanish",
          .before_names = WordSet(
              "Av Avda Cap Cnel Dr Dra Dña EE Fr Gral Ing Lic Mons Prof Sgto Sr Sra Sres Srta Sta "
              "Sto Tte av cf"),
          .before_digits = WordSet("aprox art c cap ed fig núm p pp pág págs tel vol"),
          .sentence_starters = WordSet(
              "Al Aunque Como Con Cuando Desde El En Entre Es Esta Este Hay La Las Los No Para "
              "Pero Por Se Si Sin Su Sus Un Una"),
          .common_words = WordSet(
              "al como con del el entre es este fue las lo los más para pero por se su sus una"),
      },
      {
          .language = "it",
          .name = "Italian",
          .proclitics = WordSet(
              "agl alcun all altr anch bell c ciascun coll com cos d dagl dall degl dell dov gl l "
              "m mezz n negl nell nessun qualcun quand quant quell quest s sant senz sott sugl "
              "sull t tutt un v"),
          .before_names = WordSet(
              "Arch Avv Cap Col Dott Egr Gen Gent Geom Ing Magg Mons On Prof Proff Rag SS Sen Sig "
              "Sigg Spett Ten avv cfr dott es ing prof sig"),
          .before_digits = WordSet("art artt ca cap fig n nn p pag pagg pp tel vol"),
          .sentence_starters = WordSet(
              "Al Alla Anche Che Come Con Dopo Gli Il In Le Ma Nel Nella Non Per Poi Quando "
              "Questa Questo Se Si Sono Tra Un Una"),
          .common_words = WordSet(
              "alla anche che come con dal dei della delle di gli ha il nel non per più sono una "
              "è"),
      },
      {
          .language = "pt",
          .name = "Portuguese",
          .proclitics = WordSet("d"),
          .before_names = WordSet(
              "Av Cap Cel Dr Dra Drs Eng Exma Exmo Fr Gen Pe Prof Profa Sgt Sr Sra Srs Srta Sta "
              "Sto Ten cf"),
          .before_digits = WordSet(
              "abr ago aprox art c cap dez ed fev fig jan jul jun mar n nov núm out p pp pág págs "
              "set tel vol"),
          .sentence_starters = WordSet(
              "Ao Apesar As Com Como Depois Desde Ela Elas Ele Eles Em Entre Essa Esse Esta Este "
              "Mas Na No Nos Os Para Por Quando Se Segundo Um Uma"),
          .common_words = WordSet(
              "ao com da das do dos em foi mais mas na no não os para pela pelo são também uma"),
      },
      {
          .language = "nl",
          .name = "Dutch",
          .enclitics = WordSet("'s"),
          .before_names = WordSet(
              "Dhr Dr Drs Ds Ing Ir Mevr Mr Mw Prof St bijv dhr dr drs ds excl incl ing ir mevr "
              "mr mw prof resp vgl"),
          .before_digits = WordSet(
              "Nr apr art aug blz ca dec feb fig hfst jan mrt nov nr okt p pp sept tel vol"),
          .sentence_starters = WordSet(
              "Als Bij Daarna Dat Deze Die Dit Door Een Er Het Hij Hoewel Ik In Maar Met Na Naar "
              "Om Ook Op Te Toen Uit Van Volgens Voor Wat We Wij Ze Zij Zijn"),
          .common_words = WordSet(
              "aan bij dat de door een en het met naar niet ook op te uit van voor werd wordt "
              "zijn"),
      },
      {
          .language = "ru",
          .name = "Russian",
          .before_names = WordSet(
              "Акад Проф Св См Ср Тов Ул акад англ г ген гр доц им инж лат млн млрд напр нем о "
              "обл оз пер пл полк пр просп проф р св см ср тов тыс ул"),
          .before_digits = WordSet(
              "авг апр вып гл дек кн мар нояб ок окт п прим рис с сент ст стр табл тт февр ч янв"),
          .common_words =
              WordSet("был в для его же за и из к как на не но он от по с только что это"),
      },
      {
          .language = "tr",
          .name = "Turkish",
          .turkic = true,
          .suffixes = WordSet(
              "a ca ce ci cu cü cı da daki dakiler dan de deki dekiler den di dir du dur dü dür "
              "dı dır e i in la lar lara larda lardan ları ların le ler lerde lerden lere leri "
              "lerin li lik liler lu luk lular lü lük lüler lı lık lılar na nda ndaki ndan nde "
              "ndeki nden ne ni nin nu nun nü nün nı nın si siz su suz sü süz sı sız ta taki tan "
              "te teki ten tir tur tür tır u un ya ydi ydu ydü ydı ye yi yla yle ymiş ymış yu yü "
              "yı ça çe ü ün ı ın"),
          .before_names = WordSet(
              "Alb Arş Av Bkz Cad Doç Dr Gen Gör Hz Ltd Mah Müh Op Org Prof Sn Sok Uzm Yrd bkz "
              "Örn Öğr örn"),
          .before_digits = WordSet("No c no s ss tel çev"),
          .sentence_starters =
              WordSet("Ama Ancak Ben Bir Biz Bu Bunlar Bunun Daha Fakat Her Onlar Onun Sonra Ve"),
          .ordinals = true,
          .common_words = WordSet(
              "bir bu da daha de en gibi her ile ise için kadar ne o olan olarak sonra var ve çok"),
      },
      {
          .language = "az",
          .name = "Azerbaijani",
          .turkic = true,
          .common_words = WordSet(
              "bir bu da daha də edir görə hər ilə isə ki kimi o olan onun sonra və çox üçün ən"),
      },
      {
          .language = "ca",
          .name = "Catalan",
          .proclitics = WordSet("d l m n s t"),
          .suffixes = WordSet("hi l ls m n ns s t"),
          .before_names = WordSet("Dr Dra Mn Mons Prof Sr Sra St Sta"),
          .before_digits = WordSet("art cap fig núm p pp pàg pàgs vol"),
          .sentence_starters =
              WordSet("Amb Aquest Aquesta Com El Els En Es Ha I Les No Per Quan Si Un Una"),
          .common_words = WordSet(
              "al amb aquest com del dels el els la les més per però que ser seva són una va és"),
      },
      {
          .language = "oc",
          .name = "Occitan",
          .proclitics = WordSet("d l m n qu s t"),
      },
      {
          .language = "co",
          .name = "Corsican",
          .proclitics = WordSet("c d l m n s t un"),
      },
      {
          .language = "ga",
          .name = "Irish",
          .proclitics = WordSet("b d m"),
      },
      {
          .language = "lb",
          .name = "Luxembourgish",
          .proclitics = WordSet("d"),
      },
  };
  return table;
}

}  // namespace oovec::inline text
